//===- SliceElements.cpp - Single elements as slices ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Normalize/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace dtensor {
#define GEN_PASS_DEF_SLICEELEMENTS
#include "dtensor/Normalize/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;
using linalg_ext::DynamicSliceOp;
using linalg_ext::DynamicUpdateSliceOp;

/// Whether the op is part of the program to which layouts apply, and not of the
/// body of an elementwise op.
static bool isInProgram(Operation *op) {
  while ((op = op->getParentOp()))
    if (!isa<func::FuncOp, ModuleOp, scf::ForOp, scf::WhileOp, scf::IfOp>(op))
      return false;
  return true;
}

/// The type of a slice of one element, with all axes of `type`.
static RankedTensorType getElementSlice(RankedTensorType type) {
  return type.clone(SmallVector<int64_t>(type.getRank(), 1));
}

/// Whether there is more than one element to choose from.
static bool hasChoice(RankedTensorType type) {
  return type != getElementSlice(type) &&
         !llvm::is_contained(type.getShape(), 0);
}

static SmallVector<Value> createZeros(OpBuilder &builder, Location loc,
                                      int64_t rank) {
  return SmallVector<Value>(rank,
                            arith::ConstantIndexOp::create(builder, loc, 0));
}

static void slice(tensor::ExtractOp op, RewriterBase &rewriter) {
  auto type = dyn_cast<RankedTensorType>(op.getTensor().getType());
  if (!type || !hasChoice(type))
    return;
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  RankedTensorType element = getElementSlice(type);
  Value empty = tensor::EmptyOp::create(rewriter, loc, element.getShape(),
                                        element.getElementType());
  Value found =
      DynamicSliceOp::create(rewriter, loc, element, op.getTensor(),
                             op.getIndices(), empty, element.getShape())
          .getResult();
  rewriter.replaceOpWithNewOp<tensor::ExtractOp>(
      op, found, createZeros(rewriter, loc, type.getRank()));
}

static void slice(tensor::InsertOp op, RewriterBase &rewriter) {
  auto type = cast<RankedTensorType>(op.getDest().getType());
  if (!hasChoice(type))
    return;
  rewriter.setInsertionPoint(op);
  Value element = tensor::FromElementsOp::create(
      rewriter, op.getLoc(), getElementSlice(type), op.getScalar());
  rewriter.replaceOpWithNewOp<DynamicUpdateSliceOp>(
      op, type, element, op.getIndices(), op.getDest(), ValueRange(),
      DenseI64ArrayAttr(), DenseI64ArrayAttr());
}

namespace {

struct SliceElements : dtensor::impl::SliceElementsBase<SliceElements> {
  void runOnOperation() override {
    if (getOperation().getOps<MeshOp>().empty())
      return;
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<tensor::ExtractOp, tensor::InsertOp>(op) && isInProgram(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops) {
      if (auto extract = dyn_cast<tensor::ExtractOp>(op))
        slice(extract, rewriter);
      else
        slice(cast<tensor::InsertOp>(op), rewriter);
    }
  }
};

} // namespace
