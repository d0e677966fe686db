//===- HoistCollectives.cpp - Communicate once, not in each iteration -----===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Collectives/Passes.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace dtensor {
#define GEN_PASS_DEF_HOISTCOLLECTIVES
#include "dtensor/Collectives/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// All values that the op and its regions read.
static void forEachRead(Operation *op, function_ref<void(Value)> callback) {
  for (Value operand : op->getOperands())
    callback(operand);
  for (Region &region : op->getRegions())
    mlir::visitUsedValuesDefinedAbove(
        region, [&](OpOperand *use) { callback(use->get()); });
}

/// A transfer can be moved only if all devices still meet it. They meet the
/// loop together, so they meet an op in front of it together.
static bool mayRunBeforeLoop(Operation *op) {
  if (isa<comm::TransferOpInterface>(op))
    return isMemoryEffectFree(op);
  return isMemoryEffectFree(op) && isSpeculatable(op);
}

static void hoistFrom(LoopLikeOpInterface loop, Block &body) {
  llvm::SetVector<Operation *> invariant;
  SmallVector<Operation *> needed;
  for (Operation &op : body.without_terminator()) {
    if (!mayRunBeforeLoop(&op))
      continue;
    bool isInvariant = true;
    forEachRead(&op, [&](Value value) {
      Operation *definition = value.getDefiningOp();
      isInvariant &= loop.isDefinedOutsideOfLoop(value) ||
                     (definition && (invariant.contains(definition) ||
                                     op.isProperAncestor(definition)));
    });
    if (!isInvariant)
      continue;
    invariant.insert(&op);
    if (isa<comm::TransferOpInterface>(op))
      needed.push_back(&op);
  }
  // Only transfers and the ops that they depend on are moved. All others stay
  // where the program has them.
  llvm::SmallPtrSet<Operation *, 16> wanted;
  while (!needed.empty()) {
    Operation *op = needed.pop_back_val();
    if (!wanted.insert(op).second)
      continue;
    forEachRead(op, [&](Value value) {
      if (Operation *definition = value.getDefiningOp();
          definition && invariant.contains(definition))
        needed.push_back(definition);
    });
  }
  for (Operation *op : invariant)
    if (wanted.contains(op))
      op->moveBefore(loop);
}

namespace {

struct HoistCollectives
    : dtensor::impl::HoistCollectivesBase<HoistCollectives> {
  using HoistCollectivesBase::HoistCollectivesBase;

  void runOnOperation() override {
    // Inner loops come first: an op that leaves them may leave the outer ones
    // too.
    getOperation()->walk([](LoopLikeOpInterface loop) {
      for (Region *region : loop.getLoopRegions())
        if (region->hasOneBlock())
          hoistFrom(loop, region->front());
    });
  }
};

} // namespace
