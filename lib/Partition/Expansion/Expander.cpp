//===- Expander.cpp - The local program as it is being made ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expander.h"
#include "dtensor/Dialect/DTensor/IR/SignatureAttrs.h"
#include "dtensor/ShardingRules/ShardingRules.h"

using namespace mlir;
using namespace dtensor;

Expander::Expander(LayoutGraph &graph)
    : graph(graph), builder(graph.getMeshName().getContext()) {
  addCommExpansions(expansions);
  addSliceExpansions(expansions);
  addTensorExpansions(expansions);
  addLinalgExtFactoryExpansions(expansions);
  addLinalgExtIndexingExpansions(expansions);
  addLinalgExtFoldExpansions(expansions);
  addLinalgExtMovementExpansions(expansions);
}

const Layout &Expander::getLayout(Value value) {
  assert(graph.getSlot(value) && "no layout of what is no tensor");
  return graph[*graph.getSlot(value)].state.layout;
}

LayoutAttr Expander::getAttr(const Layout &layout) {
  return LayoutAttr::get(graph.getMeshName(), getMesh(), layout);
}

SmallVector<Value> Expander::getLocals(ValueRange values) {
  return llvm::map_to_vector(values, [&](Value v) { return getLocal(v); });
}

LogicalResult Expander::expandFunction(func::FuncOp function) {
  builder.setInsertionPoint(function);
  SmallVector<Type> inputs, results;
  for (BlockArgument argument : function.getArguments())
    inputs.push_back(getLocalType(argument));
  for (auto [index, type] : llvm::enumerate(function.getResultTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor) {
      results.push_back(type);
      continue;
    }
    SlotId slot = *graph.getResultSlot(function, index);
    results.push_back(getLocalType(tensor, graph[slot].state.layout));
  }
  auto local = cast<func::FuncOp>(builder.cloneWithoutRegions(*function));
  local.setFunctionType(builder.getFunctionType(inputs, results));
  SignatureAttrs attrs(local);
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isa<RankedTensorType>(type))
      attrs.ofArgument(index).set(kGlobalTypeAttr, TypeAttr::get(type));
  for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
    if (isa<RankedTensorType>(type))
      attrs.ofResult(index).set(kGlobalTypeAttr, TypeAttr::get(type));
  attrs.write();
  if (failed(expandRegion(function.getBody(), local.getBody())))
    return failure();
  function.erase();
  return success();
}

LogicalResult Expander::expandRegion(Region &from, Region &to) {
  OpBuilder::InsertionGuard guard(builder);
  Block &block = from.front();
  Block *local = to.empty() ? builder.createBlock(&to) : &to.front();
  bool hasArguments = local->getNumArguments() > 0;
  for (BlockArgument argument : block.getArguments())
    mapping.map(argument, hasArguments
                              ? local->getArgument(argument.getArgNumber())
                              : local->addArgument(getLocalType(argument),
                                                   argument.getLoc()));
  // A loop's builder may have put a terminator; the expanded one replaces it.
  if (local->mightHaveTerminator())
    local->getTerminator()->erase();
  builder.setInsertionPointToEnd(local);
  for (Operation &op : block)
    if (failed(expandOp(op)))
      return failure();
  return success();
}

DictionaryAttr Expander::getLocalAttributes(DictionaryAttr attributes) {
  DictionaryAttr &local = localAttributes[attributes];
  if (!local)
    local = builder.getDictionaryAttr(llvm::filter_to_vector(
        attributes.getValue(), [](NamedAttribute attribute) {
          return attribute.getName() != kLayoutsAttr &&
                 attribute.getName() != kBlockLayoutsAttr;
        }));
  return local;
}

Operation *Expander::cloneLocally(Operation &op) {
  return makeLocal(builder.clone(op, mapping), op);
}

Operation *Expander::moveLocally(Operation &op) {
  Operation *local = builder.insert(op.cloneWithoutRegions(mapping));
  for (auto [from, to] :
       llvm::zip_equal(op.getRegions(), local->getRegions())) {
    to.takeBody(from);
    // What is from outside is another value now.
    to.walk([&, &region = to](Operation *inner) {
      for (OpOperand &use : inner->getOpOperands())
        if (!region.isAncestor(use.get().getParentRegion()))
          use.set(mapping.lookupOrDefault(use.get()));
    });
  }
  return makeLocal(local, op);
}

Operation *Expander::makeLocal(Operation *local, Operation &op) {
  local->setDiscardableAttrs(
      getLocalAttributes(local->getRawDictionaryAttrs()));
  for (auto [result, global] :
       llvm::zip_equal(local->getResults(), op.getResults()))
    result.setType(getLocalType(global));
  assert(local->getNumRegions() == op.getNumRegions() &&
         local->getNumOperands() == op.getNumOperands() &&
         "another op on components");
  return local;
}

LogicalResult Expander::expandOp(Operation &op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return expand(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return expand(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return expand(branch);
  if (auto branch = dyn_cast<scf::IndexSwitchOp>(op))
    return expand(branch);
  if (auto call = dyn_cast<func::CallOp>(op))
    return expand(call);
  if (auto map = dyn_cast<LocalMapOp>(op))
    return expand(map);
  if (auto relayout = dyn_cast<RelayoutOp>(op))
    return expand(relayout);
  if (auto constrain = dyn_cast<ConstrainOp>(op)) {
    if (getLayout(constrain.getSource()) != getLayout(constrain.getResult()))
      return op.emitOpError("needs its operand in the layout of its result; "
                            "run dtensor-insert-relayouts first");
    mapping.map(constrain.getResult(), getLocal(constrain.getSource()));
    return success();
  }

  const Site *site = graph.getSite(&op);
  if (!site) {
    cloneLocally(op);
    return success();
  }
  const std::optional<FactorSharding> &sharding = graph.getDerived(*site);
  if (!sharding && site->rule->isReshape)
    return expandReshape(op);
  if (!sharding)
    return op.emitOpError("has operands or results whose layouts do not agree "
                          "with its sharding rule ")
           << site->rule->str() << "; run dtensor-insert-relayouts first";

  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return expandStructured(linalgOp, {*site->rule, *sharding});
  if (ExpansionTable::Function expand = expansions.lookup(&op))
    return expand(*this, &op, {*site->rule, *sharding});
  // Everything else does on components what it does on the whole.
  moveLocally(op);
  return success();
}
