//===- Expander.cpp - From global ops to local ones -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Partition/Expander.h"
#include "ExpansionTable.h"
#include "dtensor/Dialect/DTensor/IR/SignatureAttrs.h"
#include "dtensor/Propagation/LayoutGraph.h"

using namespace mlir;
using namespace dtensor;

Expander::Expander(LayoutGraph &graph, const ExpansionTable &expansions)
    : graph(graph), expansions(expansions),
      builder(graph.getMeshName().getContext()),
      geometry(graph.getMesh(), graph.getMeshName(), builder) {}

const Layout &Expander::getLayout(Value global) const {
  assert(graph.getSlot(global) && "no layout of a value that is no tensor");
  return graph[*graph.getSlot(global)].state.layout;
}

Type Expander::getLocalType(Value global) const {
  auto type = dyn_cast<RankedTensorType>(global.getType());
  return type ? Type(geometry.getLocalType(type, getLayout(global)))
              : global.getType();
}

SmallVector<Type> Expander::getLocalTypes(ValueRange globals) const {
  return llvm::map_to_vector(globals,
                             [&](Value value) { return getLocalType(value); });
}

SmallVector<Value> Expander::getLocals(ValueRange globals) {
  return llvm::map_to_vector(globals,
                             [&](Value value) { return getLocal(value); });
}

SmallVector<OpFoldResult> Expander::getLocals(ArrayRef<OpFoldResult> globals) {
  return llvm::map_to_vector(globals, [&](OpFoldResult value) -> OpFoldResult {
    auto dynamic = dyn_cast<Value>(value);
    return dynamic ? OpFoldResult(getLocal(dynamic)) : value;
  });
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
    results.push_back(geometry.getLocalType(tensor, graph[slot].state.layout));
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
  // A loop's builder may have added a terminator. The expanded one replaces it.
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
    // Values from outside are replaced by their local values.
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
  static const ShardingRule noRule;
  static const FactorSharding noSharding;
  ExpansionTable::Function expand = expansions.lookup(&op);
  const Site *place = graph.getSite(&op);
  if (!place) {
    // Control flow, calls and changes of layouts have no rule. Neither do ops
    // without tensors, which every device executes unchanged.
    if (expand)
      return expand(*this, &op, {noRule, noSharding});
    cloneLocally(op);
    return success();
  }
  const ShardingRule &rule = *place->rule;
  const std::optional<FactorSharding> &sharding = graph.getDerived(*place);
  if (!sharding && !(rule.isReshape && expand))
    return op.emitOpError("has operands or results whose layouts do not agree "
                          "with its sharding rule ")
           << rule.str() << "; run dtensor-insert-relayouts first";
  if (expand)
    return expand(*this, &op,
                  {rule, sharding ? *sharding : noSharding,
                   /*isExchanged=*/!sharding});
  // All other ops do the same on components as on whole tensors.
  moveLocally(op);
  return success();
}
