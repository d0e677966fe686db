//===- ControlFlow.cpp - Loops, branches and calls on components ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpansionTable.h"
#include "dtensor/Dialect/DTensor/IR/PipelineStages.h"
#include "dtensor/Partition/Expander.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace dtensor;

static LogicalResult expandFor(Expander &expander, scf::ForOp loop,
                               const ExpansionSite &) {
  auto local = scf::ForOp::create(
      expander.getBuilder(), loop.getLoc(),
      expander.getLocal(loop.getLowerBound()),
      expander.getLocal(loop.getUpperBound()),
      expander.getLocal(loop.getStep()), expander.getLocals(loop.getInitArgs()),
      /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
  expander.setLocals(loop.getResults(), local.getResults());
  return expander.expandRegion(loop.getRegion(), local.getRegion());
}

static LogicalResult expandWhile(Expander &expander, scf::WhileOp loop,
                                 const ExpansionSite &) {
  auto local = scf::WhileOp::create(expander.getBuilder(), loop.getLoc(),
                                    expander.getLocalTypes(loop.getResults()),
                                    expander.getLocals(loop.getInits()));
  expander.setLocals(loop.getResults(), local.getResults());
  if (failed(expander.expandRegion(loop.getBefore(), local.getBefore())))
    return failure();
  return expander.expandRegion(loop.getAfter(), local.getAfter());
}

static LogicalResult expandIf(Expander &expander, scf::IfOp branch,
                              const ExpansionSite &) {
  auto local = scf::IfOp::create(expander.getBuilder(), branch.getLoc(),
                                 expander.getLocalTypes(branch.getResults()),
                                 expander.getLocal(branch.getCondition()),
                                 branch.elseBlock());
  expander.setLocals(branch.getResults(), local.getResults());
  if (failed(
          expander.expandRegion(branch.getThenRegion(), local.getThenRegion())))
    return failure();
  return branch.elseBlock() ? expander.expandRegion(branch.getElseRegion(),
                                                    local.getElseRegion())
                            : success();
}

static LogicalResult expandIndexSwitch(Expander &expander,
                                       scf::IndexSwitchOp branch,
                                       const ExpansionSite &) {
  auto local =
      scf::IndexSwitchOp::create(expander.getBuilder(), branch.getLoc(),
                                 expander.getLocalTypes(branch.getResults()),
                                 expander.getLocal(branch.getArg()),
                                 branch.getCases(), branch.getNumCases());
  expander.setLocals(branch.getResults(), local.getResults());
  for (auto [from, to] :
       llvm::zip_equal(branch->getRegions(), local->getRegions()))
    if (failed(expander.expandRegion(from, to)))
      return failure();
  return success();
}

static LogicalResult expandCall(Expander &expander, func::CallOp call,
                                const ExpansionSite &) {
  auto local = func::CallOp::create(expander.getBuilder(), call.getLoc(),
                                    call.getCallee(),
                                    expander.getLocalTypes(call.getResults()),
                                    expander.getLocals(call.getOperands()));
  expander.setLocals(call.getResults(), local.getResults());
  return success();
}

/// Replaces the maps in the region of a `local_map` by their bodies. All
/// dimensions are manual there, so nothing can be sharded further.
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

static LogicalResult expandLocalMap(Expander &expander, LocalMapOp map,
                                    const ExpansionSite &) {
  Block &body = map.getBody().front();
  if (!isOpaque(map, expander.getMesh())) {
    for (auto [argument, input] :
         llvm::zip_equal(body.getArguments(), map.getInputs()))
      expander.setLocal(argument, expander.getLocal(input));
    for (Operation &op : body.without_terminator())
      if (failed(expander.expandOp(op)))
        return failure();
    for (auto [result, yielded] :
         llvm::zip_equal(map.getOutputs(), body.getTerminator()->getOperands()))
      expander.setLocal(result, expander.getLocal(yielded));
    return success();
  }
  inlineMaps(map);
  for (auto [argument, input] :
       llvm::zip_equal(body.getArguments(), map.getInputs())) {
    Value component = expander.getLocal(input);
    if (component.getType() != argument.getType())
      return map.emitOpError("has a component of type ")
             << argument.getType() << ", but its operand's components are "
             << component.getType();
    expander.setLocal(argument, component);
  }
  for (Operation &op : body.without_terminator())
    expander.copy(op);
  for (auto [result, yielded] :
       llvm::zip_equal(map.getOutputs(), body.getTerminator()->getOperands()))
    expander.setLocal(result, expander.getLocal(yielded));
  return success();
}

void dtensor::addControlFlowExpansions(ExpansionTable &table) {
  table.add<scf::ForOp, expandFor>();
  table.add<scf::WhileOp, expandWhile>();
  table.add<scf::IfOp, expandIf>();
  table.add<scf::IndexSwitchOp, expandIndexSwitch>();
  table.add<func::CallOp, expandCall>();
  table.add<LocalMapOp, expandLocalMap>();
}
