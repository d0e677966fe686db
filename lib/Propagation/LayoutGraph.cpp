//===- LayoutGraph.cpp - Slots of layouts, and sites ----------------------===//
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

std::optional<SlotId> LayoutGraph::getSlot(Value value) const {
  auto it = slotOf.find(value);
  return it == slotOf.end() ? std::nullopt : std::optional(it->second);
}

std::optional<SlotId> LayoutGraph::getResultSlot(func::FuncOp function,
                                                 unsigned result) const {
  auto it = resultSlots.find(function);
  assert(it != resultSlots.end() && result < it->second.size() &&
         "a function of another module");
  return it->second[result];
}

const Site *LayoutGraph::getSite(Operation *op) const {
  auto it = siteOf.find(op);
  return it == siteOf.end() ? nullptr : &(*this)[it->second];
}

void LayoutGraph::reserve(size_t numSlots) {
  slots.reserve(numSlots);
  sites.reserve(numSlots);
  sitesOf.reserve(numSlots);
  slotOf.reserve(numSlots);
  siteOf.reserve(numSlots);
}

SlotId LayoutGraph::addSlot() {
  slots.emplace_back();
  sitesOf.emplace_back();
  return SlotId(slots.size() - 1);
}

void LayoutGraph::addSite(Site &&site) {
  assert(site.rule && "a site without a rule");
  assert(site.operands.size() == site.rule->operands.size() &&
         site.results.size() == site.rule->results.size() &&
         "a rule of another op");
  auto id = SiteId(sites.size());
  for (auto ends : {ArrayRef(site.operands), ArrayRef(site.results)})
    for (std::optional<SlotId> slot : ends) {
      if (!slot)
        continue;
      SmallVector<SiteId, 4> &around = sitesOf[llvm::to_underlying(*slot)];
      if (around.empty() || around.back() != id)
        around.push_back(id);
    }
  if (!site.isEdge)
    siteOf[site.op] = id;
  sites.push_back(std::move(site));
}

SiteStates::SiteStates(const LayoutGraph &graph, const Site &site) {
  for (auto ends : {ArrayRef(site.operands), ArrayRef(site.results)})
    for (std::optional<SlotId> slot : ends)
      states.push_back(slot ? &graph[*slot].state : nullptr);
  if (!site.border)
    return;
  unsigned outside = site.border->enters ? 0 : 1;
  inside = site.border->peel(*states[outside], states[1 - outside]->shape);
  states[outside] = &*inside;
}

ChoiceProblem LayoutGraph::getProblem(const Site &site) const {
  ChoiceProblem problem{mesh, *site.rule, {}, {}, site.workPerPoint};
  SiteStates states(*this, site);
  for (auto [index, state] : llvm::enumerate(states.get())) {
    TensorState own = state ? *state : TensorState();
    if (index < site.operands.size())
      problem.operands.push_back(std::move(own));
    else
      problem.results.push_back(std::move(own));
  }
  return problem;
}

Layout LayoutGraph::getArriving(const Site &edge) const {
  assert(edge.isEdge && "an op needs and makes layouts");
  const Layout &target = (*this)[*edge.results[0]].state.layout;
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

const Choice &LayoutGraph::getChoice(const Site &site) {
  return cache->getChoice(site.structure, SiteStates(*this, site).get(),
                          [&] { return getProblem(site); });
}

const std::optional<FactorSharding> &LayoutGraph::getDerived(const Site &site) {
  return cache->getDerived(site.structure, SiteStates(*this, site).get(),
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
