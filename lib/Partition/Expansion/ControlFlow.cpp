//===- ControlFlow.cpp - Loops, branches and calls on components ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expander.h"
#include "dtensor/Dialect/DTensor/IR/PipelineStages.h"

using namespace mlir;
using namespace dtensor;

LogicalResult Expander::expand(scf::ForOp loop) {
  auto local = scf::ForOp::create(
      builder, loop.getLoc(), getLocal(loop.getLowerBound()),
      getLocal(loop.getUpperBound()), getLocal(loop.getStep()),
      getLocals(loop.getInitArgs()), /*bodyBuilder=*/nullptr,
      loop.getUnsignedCmp());
  mapping.map(loop.getResults(), local.getResults());
  return expandRegion(loop.getRegion(), local.getRegion());
}

LogicalResult Expander::expand(scf::WhileOp loop) {
  auto results = llvm::map_to_vector(
      loop.getResults(), [&](Value result) { return getLocalType(result); });
  auto local = scf::WhileOp::create(builder, loop.getLoc(), results,
                                    getLocals(loop.getInits()));
  mapping.map(loop.getResults(), local.getResults());
  if (failed(expandRegion(loop.getBefore(), local.getBefore())))
    return failure();
  return expandRegion(loop.getAfter(), local.getAfter());
}

LogicalResult Expander::expand(scf::IfOp branch) {
  auto results = llvm::map_to_vector(
      branch.getResults(), [&](Value result) { return getLocalType(result); });
  auto local =
      scf::IfOp::create(builder, branch.getLoc(), results,
                        getLocal(branch.getCondition()), branch.elseBlock());
  mapping.map(branch.getResults(), local.getResults());
  if (failed(expandRegion(branch.getThenRegion(), local.getThenRegion())))
    return failure();
  return branch.elseBlock()
             ? expandRegion(branch.getElseRegion(), local.getElseRegion())
             : success();
}

LogicalResult Expander::expand(scf::IndexSwitchOp branch) {
  auto results = llvm::map_to_vector(
      branch.getResults(), [&](Value result) { return getLocalType(result); });
  auto local = scf::IndexSwitchOp::create(
      builder, branch.getLoc(), results, getLocal(branch.getArg()),
      branch.getCases(), branch.getNumCases());
  mapping.map(branch.getResults(), local.getResults());
  for (auto [from, to] :
       llvm::zip_equal(branch->getRegions(), local->getRegions()))
    if (failed(expandRegion(from, to)))
      return failure();
  return success();
}

LogicalResult Expander::expand(func::CallOp call) {
  auto results = llvm::map_to_vector(
      call.getResults(), [&](Value result) { return getLocalType(result); });
  auto local = func::CallOp::create(builder, call.getLoc(), call.getCallee(),
                                    results, getLocals(call.getOperands()));
  mapping.map(call.getResults(), local.getResults());
  return success();
}

/// Puts the bodies of maps in a region for components in their places: there
/// is nothing left that could be divided.
static void inlineMaps(LocalMapOp map) {
  map.getBody().walk([](LocalMapOp inner) {
    Block &body = inner.getBody().front();
    for (auto [argument, input] :
         llvm::zip_equal(body.getArguments(), inner.getInputs()))
      argument.replaceAllUsesWith(input);
    Operation *yield = body.getTerminator();
    inner->replaceAllUsesWith(yield->getOperands());
    yield->erase();
    inner->getBlock()->getOperations().splice(inner->getIterator(),
                                              body.getOperations());
    inner.erase();
  });
}

LogicalResult Expander::expand(LocalMapOp map) {
  Block &body = map.getBody().front();
  if (!isOpaque(map, getMesh())) {
    for (auto [argument, input] :
         llvm::zip_equal(body.getArguments(), map.getInputs()))
      mapping.map(argument, getLocal(input));
    for (Operation &op : body.without_terminator())
      if (failed(expandOp(op)))
        return failure();
    for (auto [result, yielded] :
         llvm::zip_equal(map.getOutputs(), body.getTerminator()->getOperands()))
      mapping.map(result, getLocal(yielded));
    return success();
  }
  inlineMaps(map);
  for (auto [argument, input] :
       llvm::zip_equal(body.getArguments(), map.getInputs())) {
    Value component = getLocal(input);
    if (component.getType() != argument.getType())
      return map.emitOpError("has a component of type ")
             << argument.getType() << ", but its operand's components are "
             << component.getType();
    mapping.map(argument, component);
  }
  for (Operation &op : body.without_terminator())
    builder.clone(op, mapping);
  for (auto [result, yielded] :
       llvm::zip_equal(map.getOutputs(), body.getTerminator()->getOperands()))
    mapping.map(result, getLocal(yielded));
  return success();
}
