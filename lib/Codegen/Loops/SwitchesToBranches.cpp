//===- SwitchesToBranches.cpp - Switches as branches ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Loops/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace dtensor {
#define GEN_PASS_DEF_SWITCHESTOBRANCHES
#include "dtensor/Codegen/Loops/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

/// Creates branches for the cases from `index` on, followed by the default.
/// Returns their results.
static SmallVector<Value> branch(OpBuilder &builder, scf::IndexSwitchOp op,
                                 size_t index) {
  Location loc = op.getLoc();
  Value wanted =
      arith::ConstantIndexOp::create(builder, loc, op.getCases()[index]);
  Value isWanted = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         op.getArg(), wanted);
  auto branches = scf::IfOp::create(builder, loc, op.getResultTypes(), isWanted,
                                    /*addThenBlock=*/false,
                                    /*addElseBlock=*/false);
  branches.getThenRegion().takeBody(op.getCaseRegions()[index]);
  if (index + 1 == op.getCases().size()) {
    branches.getElseRegion().takeBody(op.getDefaultRegion());
    return branches.getResults();
  }
  OpBuilder inner = OpBuilder::atBlockEnd(
      &branches.getElseRegion().emplaceBlock(), builder.getListener());
  SmallVector<Value> others = branch(inner, op, index + 1);
  scf::YieldOp::create(inner, loc, others);
  return branches.getResults();
}

/// A switch without cases is replaced by its default.
static SmallVector<Value> inlineDefault(scf::IndexSwitchOp op) {
  Block &only = op.getDefaultBlock();
  Operation *yield = only.getTerminator();
  SmallVector<Value> results = llvm::to_vector(yield->getOperands());
  yield->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         only.getOperations());
  return results;
}

namespace {

struct SwitchesToBranches
    : dtensor::impl::SwitchesToBranchesBase<SwitchesToBranches> {
  void runOnOperation() override {
    // Inner switches come first, so that none is moved before it is visited.
    getOperation().walk([](scf::IndexSwitchOp op) {
      OpBuilder builder(op);
      SmallVector<Value> results =
          op.getCases().empty() ? inlineDefault(op) : branch(builder, op, 0);
      op->replaceAllUsesWith(results);
      op->erase();
    });
  }
};

} // namespace
