//===- VerifyUniform.cpp - All devices meet the same collectives ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Divergence.h"
#include "dtensor/Collectives/Passes.h"
#include "dtensor/Dialect/DTensor/IR/ModuleMesh.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"

namespace dtensor {
#define GEN_PASS_DEF_VERIFYUNIFORM
#include "dtensor/Collectives/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// A value that decides whether, or how often, an op runs.
struct Condition {
  Value value;
  /// The op that branches on it.
  Operation *op;
};

class Verifier {
public:
  Verifier(ModuleOp module, const Mesh &mesh)
      : module(module), mesh(mesh), divergence(module, mesh) {}

  LogicalResult run() {
    for (auto function : module.getOps<func::FuncOp>()) {
      // The callers of a function decide whether it runs.
      conditions.clear();
      visiting.clear();
      if (failed(visitFunction(function)))
        return failure();
    }
    return success();
  }

private:
  LogicalResult visitFunction(func::FuncOp function) {
    // A recursive function is visited once: its conditions are those of the
    // first visit.
    if (llvm::is_contained(visiting, function) || function.isExternal())
      return success();
    visiting.push_back(function);
    LogicalResult result = visitRegion(function.getBody());
    visiting.pop_back();
    return result;
  }

  LogicalResult visitRegion(Region &region) {
    for (Block &block : region) {
      size_t outer = conditions.size();
      if (!region.hasOneBlock())
        addBranches(block);
      for (Operation &op : block)
        if (failed(visitOp(op)))
          return failure();
      conditions.truncate(outer);
    }
    return success();
  }

  /// Adds the branches of the region that decide whether `block` runs. It lies
  /// on all paths from one of their successors, but not on all paths from every
  /// one.
  void addBranches(Block &block) {
    for (Block &other : *block.getParent()) {
      Operation *terminator = other.getTerminator();
      if (terminator->getNumSuccessors() < 2 ||
          terminator->getNumOperands() < 1)
        continue;
      if (!postDominance.properlyPostDominates(&block, &other) &&
          llvm::any_of(terminator->getSuccessors(), [&](Block *successor) {
            return postDominance.postDominates(&block, successor);
          }))
        // Condition and flag come first in cf.cond_br and cf.switch.
        conditions.push_back({terminator->getOperand(0), terminator});
    }
  }

  LogicalResult visitOp(Operation &op) {
    if (auto transfer = dyn_cast<comm::TransferOpInterface>(op))
      return check(op, transfer.getGroup(mesh));
    if (auto barrier = dyn_cast<comm::BarrierOp>(op))
      return check(op, divergence.getDims(barrier.getDims()));
    if (auto call = dyn_cast<func::CallOp>(op))
      if (auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee()))
        return visitFunction(callee);
    size_t outer = conditions.size();
    for (Value value : divergence.getConditions(&op))
      conditions.push_back({value, &op});
    for (Region &region : op.getRegions())
      if (failed(visitRegion(region)))
        return failure();
    conditions.truncate(outer);
    return success();
  }

  LogicalResult check(Operation &op, ArrayRef<unsigned> group) {
    for (const Condition &condition : conditions)
      for (unsigned dim : group) {
        if (mesh.getSize(dim) == 1 || !divergence.differs(condition.value, dim))
          continue;
        InFlightDiagnostic error =
            op.emitError("'")
            << op.getName() << "' over " << mesh.getName(dim)
            << " would hang: whether it is reached depends on "
            << describeValue(condition.value)
            << ", which differs between devices along " << mesh.getName(dim)
            << "; replicate or reduce that value first";
        error.attachNote(condition.op->getLoc())
            << "'" << condition.op->getName() << "' depends on it";
        if (Operation *origin = divergence.getOrigin(condition.value, dim))
          error.attachNote(origin->getLoc())
              << "it comes from '" << origin->getName() << "'";
        return error;
      }
    return success();
  }

  ModuleOp module;
  const Mesh &mesh;
  Divergence divergence;
  PostDominanceInfo postDominance;
  SmallVector<Condition> conditions;
  SmallVector<func::FuncOp> visiting;
};

/// Whether an op that waits for other devices stands anywhere but in the only
/// block of a function. The analysis is skipped if there is nothing to prove.
bool hasConditional(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        if (!isa<comm::TransferOpInterface, comm::BarrierOp, func::CallOp>(op))
          return WalkResult::advance();
        return isa<func::FuncOp>(op->getParentOp()) &&
                       op->getParentRegion()->hasOneBlock()
                   ? WalkResult::advance()
                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

struct VerifyUniform : dtensor::impl::VerifyUniformBase<VerifyUniform> {
  using VerifyUniformBase::VerifyUniformBase;

  void runOnOperation() override {
    FailureOr<MeshOp> mesh = getModuleMesh(getOperation());
    if (failed(mesh))
      return signalPassFailure();
    markAllAnalysesPreserved();
    if (*mesh && hasConditional(getOperation()) &&
        failed(Verifier(getOperation(), (*mesh).getMesh()).run()))
      signalPassFailure();
  }
};

} // namespace
