//===- CopyOuterDestinations.cpp - Copy slices of loop-invariant tensors --===//
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
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace dtensor {
#define GEN_PASS_DEF_COPYOUTERDESTINATIONS
#include "dtensor/Codegen/Memory/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

/// Whether a loop around `op` needs `value` again in its next iteration.
static bool isNeededEachIteration(Operation *op, Value value) {
  while (isa_and_present<tensor::CastOp, tensor::ExtractSliceOp,
                         tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
      value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  if (value.getDefiningOp<tensor::EmptyOp>())
    return false;
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  return loop && loop.isDefinedOutsideOfLoop(value);
}

namespace {

struct CopyOuterDestinations
    : dtensor::impl::CopyOuterDestinationsBase<CopyOuterDestinations> {
  void runOnOperation() override {
    SmallVector<tensor::InsertSliceOp> insertions;
    getOperation().walk([&](tensor::InsertSliceOp op) {
      if (isNeededEachIteration(op, op.getDest()))
        insertions.push_back(op);
    });
    for (tensor::InsertSliceOp op : insertions) {
      OpBuilder builder(op);
      Location loc = op.getLoc();
      Value empty = tensor::EmptyOp::create(
          builder, loc, tensor::getMixedSizes(builder, loc, op.getDest()),
          op.getDestType().getElementType());
      op.getDestMutable().assign(
          linalg::CopyOp::create(builder, loc, op.getDest(), empty)
              .getResult(0));
    }
  }
};

} // namespace
