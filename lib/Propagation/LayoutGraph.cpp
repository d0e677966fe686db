//===- LayoutGraph.cpp - Where layouts of values meet ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Propagation/LayoutGraph.h"
#include "dtensor/Dialect/DTensor/IR/ElementBits.h"
#include "dtensor/Dialect/DTensor/IR/ModuleMesh.h"
#include "dtensor/ShardingRules/ShardingRules.h"

using namespace mlir;
using namespace dtensor;

int LayoutGraph::getSlot(Value value) const {
  auto it = slotOf.find(value);
  return it == slotOf.end() ? -1 : it->second;
}

int LayoutGraph::getResultSlot(func::FuncOp function, unsigned result) const {
  return resultSlots.find(function)->second[result];
}

const Site *LayoutGraph::getSite(Operation *op) const {
  auto it = siteOf.find(op);
  return it == siteOf.end() ? nullptr : &sites[it->second];
}

ChoiceProblem LayoutGraph::getProblem(const Site &site) const {
  ChoiceProblem problem{mesh, *site.rule, {}, {}, site.workPerPoint};
  for (auto [index, state] : llvm::enumerate(getStates(site))) {
    TensorState own = state ? *state : TensorState();
    if (index < site.operands.size())
      problem.operands.push_back(std::move(own));
    else
      problem.results.push_back(std::move(own));
  }
  return problem;
}

SmallVector<const TensorState *, 8>
LayoutGraph::getStates(const Site &site) const {
  SmallVector<const TensorState *, 8> states;
  for (ArrayRef<int> numbers :
       {ArrayRef(site.operands), ArrayRef(site.results)})
    for (int slot : numbers)
      states.push_back(slot < 0 ? nullptr : &slots[slot].state);
  if (Border *border = site.border.get()) {
    unsigned outside = border->enters ? 0 : 1;
    border->view = border->peel(*states[outside], states[1 - outside]->shape);
    states[outside] = &border->view;
  }
  return states;
}

Layout LayoutGraph::getArriving(const Site &edge) const {
  const Layout &target = slots[edge.results[0]].state.layout;
  if (!edge.border)
    return target;
  return edge.border->enters ? edge.border->lift(target)
                             : edge.border->peel(target);
}

Layout LayoutGraph::getOwn(const Site &site, bool isOperand,
                           const Layout &layout) {
  return site.border && site.border->enters == isOperand
             ? site.border->lift(layout)
             : layout;
}

const Choice &LayoutGraph::getChoice(const Site &site) const {
  return cache.getChoice(site.structure, getStates(site),
                         [&] { return getProblem(site); });
}

const std::optional<FactorSharding> &
LayoutGraph::getDerived(const Site &site) const {
  return cache.getDerived(site.structure, getStates(site),
                          [&] { return getProblem(site); });
}

FailureOr<std::optional<LayoutGraph>>
LayoutGraph::buildAnnotated(ModuleOp module, bool replicateUnknown) {
  FailureOr<MeshOp> mesh = getModuleMesh(module);
  if (failed(mesh))
    return failure();
  if (!*mesh)
    return std::optional<LayoutGraph>();
  FailureOr<LayoutGraph> graph = build(module, *mesh, replicateUnknown);
  if (failed(graph))
    return failure();
  for (const Slot &slot : graph->slots)
    if (slot.priority == Slot::kNoPriority) {
      Location loc = slot.value ? slot.value.getLoc() : module.getLoc();
      emitError(loc, "a value of type ")
          << slot.type << " has no layout: run dtensor-propagate-layouts first";
      return failure();
    }
  return std::optional<LayoutGraph>(std::move(*graph));
}

FailureOr<ShardingRule> dtensor::requireShardingRule(Operation *op,
                                                     bool replicateUnknown) {
  FailureOr<ShardingRule> rule = getShardingRule(op);
  if (succeeded(rule))
    return rule;
  int64_t bytes = 0;
  for (Type type : op->getOperandTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      if (tensor.hasStaticShape())
        bytes += tensor.getNumElements() *
                 getElementBits(tensor.getElementType()) / 8;
  if (!replicateUnknown) {
    op->emitError("'") << op->getName()
                       << "' has no sharding rule; write one, put the op into "
                          "a dtensor.local_map, or pass --replicate-unknown to "
                          "run it on gathered operands ("
                       << bytes << " bytes)";
    return failure();
  }
  ShardingRule whole;
  auto addTensor = [&](Type type, SmallVectorImpl<TensorFactors> &to) {
    TensorFactors factors;
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      for (int64_t extent : tensor.getShape()) {
        factors.push_back({unsigned(whole.factors.size())});
        whole.factors.push_back(
            {ShapedType::isDynamic(extent) ? Factor::kDynamic : extent,
             FactorKind::Whole, Combiner::Add});
      }
    to.push_back(factors);
  };
  for (Type type : op->getOperandTypes())
    addTensor(type, whole.operands);
  for (Type type : op->getResultTypes())
    addTensor(type, whole.results);
  return whole;
}
