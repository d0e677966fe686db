//===- DecomposeDynamicSlices.cpp - Dynamic slices as static-shaped ones --===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtLowerings.h"
#include "SliceBox.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::DynamicSliceOp;
using linalg_ext::DynamicUpdateSliceOp;

namespace {

/// The box of an update that lies in the part: its offsets in the part and in
/// the update, and its sizes.
struct Box {
  SmallVector<OpFoldResult> inPart, inUpdate, sizes, strides;
  /// Whether the box can be smaller than the update.
  bool isCut = false;
};

} // namespace

/// `size` is the extent of the update along each axis.
static Box createBox(OpBuilder &builder, DynamicUpdateSliceOp op,
                     ArrayRef<OpFoldResult> sizes) {
  Location loc = op.getLoc();
  Box box;
  for (auto [axis, part] : llvm::enumerate(getPartAxes(builder, op))) {
    box.strides.push_back(builder.getIndexAttr(1));
    if (op.takesWhole(axis)) {
      box.inPart.push_back(builder.getIndexAttr(0));
      box.inUpdate.push_back(builder.getIndexAttr(0));
      box.sizes.push_back(sizes[axis]);
      continue;
    }
    SliceRange range = createClampedRange(builder, loc, part, sizes[axis],
                                          OpFoldResult(op.getStarts()[axis]));
    if (!part.isCut) {
      box.inPart.push_back(range.begin);
      box.inUpdate.push_back(builder.getIndexAttr(0));
      box.sizes.push_back(sizes[axis]);
      continue;
    }
    box.isCut = true;
    // The offset of an empty box only has to be inside.
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value at = arith::AddIOp::create(builder, loc, range.begin, range.low);
    at = arith::MaxSIOp::create(builder, loc, at, zero);
    at = arith::MinSIOp::create(
        builder, loc, at,
        getValueOrCreateConstantIndexOp(builder, loc, part.extent));
    box.inPart.push_back(at);
    box.inUpdate.push_back(range.low);
    box.sizes.push_back(
        arith::SubIOp::create(builder, loc, range.high, range.low).getResult());
  }
  return box;
}

/// An empty tensor has no slices, since no offset is inside of it.
static bool isEmpty(Type type) {
  return llvm::is_contained(cast<ShapedType>(type).getShape(), 0);
}

namespace {

struct DecomposeDynamicSlice : OpRewritePattern<DynamicSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DynamicSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getDest().getType());
    if (!type)
      return failure();
    if (isEmpty(type)) {
      rewriter.replaceOp(op, op.getDest());
      return success();
    }
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> extents =
        tensor::getMixedSizes(rewriter, loc, op.getSource());
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, op.getDest());
    OpFoldResult zero = rewriter.getIndexAttr(0),
                 one = rewriter.getIndexAttr(1);
    SmallVector<OpFoldResult> offsets(extents.size(), zero);
    for (auto [axis, extent] : llvm::enumerate(extents))
      if (!op.takesWhole(axis))
        offsets[axis] =
            createClampedRange(rewriter, loc,
                               {zero, extent, extent, /*isCut=*/false},
                               sizes[axis], OpFoldResult(op.getStarts()[axis]))
                .begin;
    Value slice = tensor::ExtractSliceOp::create(
        rewriter, loc, op.getSource(), offsets, sizes,
        SmallVector<OpFoldResult>(extents.size(), one));
    if (slice.getType() != type)
      slice = tensor::CastOp::create(rewriter, loc, type, slice);
    rewriter.replaceOp(op, slice);
    return success();
  }
};

struct DecomposeDynamicUpdateSlice : OpRewritePattern<DynamicUpdateSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DynamicUpdateSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<RankedTensorType>(op.getDest().getType()))
      return failure();
    if (isEmpty(op.getUpdate().getType())) {
      rewriter.replaceOp(op, op.getDest());
      return success();
    }
    Location loc = op.getLoc();
    Value update = op.getUpdate();
    Box box =
        createBox(rewriter, op, tensor::getMixedSizes(rewriter, loc, update));
    if (box.isCut)
      update = tensor::ExtractSliceOp::create(
          rewriter, loc, update, box.inUpdate, box.sizes, box.strides);
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, update, op.getDest(), box.inPart, box.sizes, box.strides);
    return success();
  }
};

} // namespace

void dtensor::populateDynamicSliceDecompositions(RewritePatternSet &patterns) {
  patterns.add<DecomposeDynamicSlice, DecomposeDynamicUpdateSlice>(
      patterns.getContext());
}
