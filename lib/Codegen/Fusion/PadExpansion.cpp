//===- PadExpansion.cpp - Paddings as fills and a slice -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadExpansion.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace dtensor;

/// The value of all padded elements, defined before the op; null if they
/// differ.
static Value getPaddingValue(RewriterBase &rewriter, tensor::PadOp op) {
  Value value = op.getConstantPaddingValue();
  if (value && op.getRegion().isAncestor(value.getParentRegion()))
    return rewriter.clone(*value.getDefiningOp())->getResult(0);
  return value;
}

void dtensor::expandPad(RewriterBase &rewriter, tensor::PadOp op) {
  RankedTensorType type = op.getResultType();
  // A dynamic width counts as negative.
  auto isNegative = [](int64_t width) { return width < 0; };
  if (!type.hasStaticShape() || !op.getSourceType().hasStaticShape() ||
      llvm::any_of(op.getStaticLow(), isNegative) ||
      llvm::any_of(op.getStaticHigh(), isNegative))
    return;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  ArrayRef<int64_t> source = op.getSourceType().getShape();
  bool isEmpty = llvm::is_contained(source, 0);
  Value value = getPaddingValue(rewriter, op);
  if (!value) {
    if (!isEmpty)
      return;
    auto generated = tensor::GenerateOp::create(
        rewriter, loc, type, /*dynamicExtents=*/ValueRange());
    rewriter.inlineRegionBefore(op.getRegion(), generated.getBody(),
                                generated.getBody().end());
    rewriter.replaceOp(op, generated);
    return;
  }
  Value padded = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                         type.getElementType());
  if (isEmpty) {
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, value, padded);
    return;
  }
  // The margins of an axis do not have those of the axes before it.
  SmallVector<OpFoldResult> starts(type.getRank(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(rewriter.getContext(), type.getShape());
  for (auto [axis, low, high] :
       llvm::enumerate(op.getStaticLow(), op.getStaticHigh())) {
    auto select = [&, axis = axis](int64_t start, int64_t size) {
      starts[axis] = rewriter.getIndexAttr(start);
      sizes[axis] = rewriter.getIndexAttr(size);
    };
    for (auto [start, size] :
         {std::pair(int64_t(0), low), {low + source[axis], high}}) {
      if (size == 0)
        continue;
      select(start, size);
      Value margin = tensor::ExtractSliceOp::create(rewriter, loc, padded,
                                                    starts, sizes, strides);
      Value filled =
          linalg::FillOp::create(rewriter, loc, value, margin).getResult(0);
      padded = tensor::InsertSliceOp::create(rewriter, loc, filled, padded,
                                             starts, sizes, strides);
    }
    select(low, source[axis]);
  }
  rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(op, op.getSource(), padded,
                                                     starts, sizes, strides);
}
