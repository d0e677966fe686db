//===- CopiedOps.cpp - Ops copied into parts of a function ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopiedOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace dtensor;

/// The largest number of ops that are computed again in each part.
static constexpr unsigned kMaxCopied = 64;

/// Whether computing the op again costs little and gives the same result.
static bool canCopy(Operation *op) {
  if (auto load = dyn_cast<LLVM::LoadOp>(op))
    return load.getInvariant();
  return op->getNumRegions() == 0 && op->getNumResults() > 0 && isPure(op);
}

/// Whether the space is for an argument of a call, and is written before the
/// call.
static bool isLocal(LLVM::AllocaOp space) {
  Block *user = nullptr;
  return space.getArraySize().getDefiningOp<LLVM::ConstantOp>() &&
         llvm::all_of(space->getUsers(), [&](Operation *each) {
           Block *block = each->getBlock();
           return std::exchange(user, block) == nullptr || user == block;
         });
}

CopiedOps::CopiedOps(func::FuncOp function) {
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto space = dyn_cast<LLVM::AllocaOp>(op)) {
      if (isLocal(space))
        copied[op] = 1;
      return;
    }
    if (!canCopy(op))
      return;
    unsigned count = 1;
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp())
        count += copied.lookup(source);
    if (count <= kMaxCopied)
      copied[op] = count;
  });
  function.walk([&](Operation *op) {
    if (!contains(op))
      forEachSpaceOf(op, [&](Operation *space) { lastUsers[space] = op; });
  });
}

void CopiedOps::forEachSpaceOf(Operation *op,
                               llvm::function_ref<void(Operation *)> visit) {
  for (Value operand : op->getOperands()) {
    Operation *source = operand.getDefiningOp();
    if (!source || !contains(source))
      continue;
    if (isa<LLVM::AllocaOp>(source))
      visit(source);
    else
      forEachSpaceOf(source, visit);
  }
}

void CopiedOps::forEachSpace(
    Operation *op, llvm::function_ref<void(Operation *, bool)> visit) {
  op->walk([&](Operation *nested) {
    if (!contains(nested))
      forEachSpaceOf(nested, [&](Operation *space) {
        visit(space, lastUsers.lookup(space) == nested);
      });
  });
}

unsigned CopiedOps::countOps(Operation *op) const {
  unsigned count = 0;
  op->walk([&](Operation *nested) {
    ++count;
    for (Value operand : nested->getOperands())
      if (Operation *source = operand.getDefiningOp())
        count += copied.lookup(source);
  });
  return count;
}

void CopiedOps::dropUnused(Block &block) {
  for (Operation &op : llvm::reverse(block))
    if (contains(&op) && op.use_empty())
      op.setOperands({});
}

void CopiedOps::eraseUnused() {
  for (auto &[op, count] : llvm::reverse(copied))
    if (op->use_empty())
      op->erase();
  copied.clear();
}
