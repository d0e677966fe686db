//===- IndexingOps.cpp - Positions that are data, of TOSA -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImportOps.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dtensor;

// Values are [batch, position, channel], positions are [batch, number].

void dtensor::importOp(tosa::GatherOp op, RewriterBase &rewriter) {
  Location loc = op.getLoc();
  auto extent = [&](Value value, int64_t axis) {
    return linalg_ext::getExtent(rewriter, loc, value, axis);
  };
  Value empty = tensor::EmptyOp::create(
      rewriter, loc,
      {extent(op.getIndices(), 0), extent(op.getIndices(), 1),
       extent(op.getValues(), 2)},
      cast<ShapedType>(op.getType()).getElementType());
  Value gathered =
      linalg_ext::GatherOp::create(
          rewriter, loc, empty.getType(), op.getValues(), op.getIndices(),
          empty, ValueRange(), /*offset_axes=*/rewriter.getDenseI64ArrayAttr(2),
          /*collapsed_axes=*/rewriter.getDenseI64ArrayAttr(1),
          /*operand_batch_axes=*/rewriter.getDenseI64ArrayAttr(0),
          /*indices_batch_axes=*/rewriter.getDenseI64ArrayAttr(0),
          /*start_axes=*/rewriter.getDenseI64ArrayAttr(1),
          /*index_vector_axis=*/rewriter.getI64IntegerAttr(2),
          /*slice_sizes=*/
          rewriter.getDenseI64ArrayAttr({1, 1, linalg_ext::kAll}),
          DenseI64ArrayAttr(), DenseI64ArrayAttr())
          .getResult();
  if (gathered.getType() != op.getType())
    gathered = tensor::CastOp::create(rewriter, loc, op.getType(), gathered);
  rewriter.replaceOp(op, gathered);
}

void dtensor::importOp(tosa::ReverseOp op, RewriterBase &rewriter) {
  Location loc = op.getLoc();
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, tensor::getMixedSizes(rewriter, loc, op.getInput1()),
      getElementTypeOrSelf(op.getType()));
  Value reversed =
      linalg_ext::ReverseOp::create(
          rewriter, loc, empty.getType(), op.getInput1(), empty,
          rewriter.getDenseI64ArrayAttr(static_cast<int64_t>(op.getAxis())))
          .getResult();
  if (reversed.getType() != op.getType())
    reversed = tensor::CastOp::create(rewriter, loc, op.getType(), reversed);
  rewriter.replaceOp(op, reversed);
}

void dtensor::importOp(tosa::ScatterOp op, RewriterBase &rewriter) {
  Location loc = op.getLoc();
  auto scatter = linalg_ext::ScatterOp::create(
      rewriter, loc, TypeRange(op.getValuesIn().getType()), op.getIndices(),
      op.getInput(), /*reads=*/ValueRange(), op.getValuesIn(), ValueRange(),
      /*window_axes=*/rewriter.getDenseI64ArrayAttr(2),
      /*inserted_axes=*/rewriter.getDenseI64ArrayAttr(1),
      /*dest_batch_axes=*/rewriter.getDenseI64ArrayAttr(0),
      /*indices_batch_axes=*/rewriter.getDenseI64ArrayAttr(0),
      /*start_axes=*/rewriter.getDenseI64ArrayAttr(1),
      /*index_vector_axis=*/rewriter.getI64IntegerAttr(2), DenseI64ArrayAttr(),
      DenseI64ArrayAttr());
  Type element = cast<ShapedType>(op.getType()).getElementType();
  {
    OpBuilder::InsertionGuard guard(rewriter);
    Block *body = rewriter.createBlock(&scatter.getCombiner(), {},
                                       {element, element}, {loc, loc});
    linalg_ext::YieldOp::create(rewriter, loc, body->getArgument(1));
  }
  Value scattered = scatter->getResult(0);
  if (scattered.getType() != op.getType())
    scattered = tensor::CastOp::create(rewriter, loc, op.getType(), scattered);
  rewriter.replaceOp(op, scattered);
}
