//===- SeparateDestinations.cpp - One destination per write ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Memory/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dtensor {
#define GEN_PASS_DEF_SEPARATEDESTINATIONS
#include "dtensor/Codegen/Memory/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

/// Gives every use of `op` that may write it, except for one, a copy of it.
static void cloneForWrites(Operation *op) {
  SmallVector<OpOperand *> writes;
  for (OpOperand &use : op->getUses()) {
    auto structured = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    if (!structured || !structured.isDpsInput(&use))
      writes.push_back(&use);
  }
  for (OpOperand *use : ArrayRef(writes).drop_front(writes.empty() ? 0 : 1)) {
    OpBuilder builder(use->getOwner());
    use->set(builder.clone(*op)->getResult(0));
  }
}

namespace {

struct SeparateDestinations
    : dtensor::impl::SeparateDestinationsBase<SeparateDestinations> {
  void runOnOperation() override {
    SmallVector<Operation *> fills, empties;
    getOperation().walk([&](Operation *op) {
      if (isa<linalg::FillOp>(op) && op->getNumResults() == 1)
        fills.push_back(op);
    });
    for (Operation *fill : fills)
      if (!fill->hasOneUse())
        cloneForWrites(fill);
    getOperation().walk([&](tensor::EmptyOp op) { empties.push_back(op); });
    for (Operation *empty : empties)
      if (!empty->hasOneUse())
        cloneForWrites(empty);
  }
};

} // namespace
