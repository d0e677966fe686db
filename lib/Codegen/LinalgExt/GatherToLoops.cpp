//===- GatherToLoops.cpp - Gathers to loops -------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtLowerings.h"
#include "SliceBox.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::GatherOp;

Value dtensor::createPositionLoad(OpBuilder &builder, Location loc,
                                  Value indices, ValueRange at,
                                  int64_t indexVectorAxis, int64_t element) {
  SmallVector<Value> position(at);
  if (indexVectorAxis < cast<MemRefType>(indices.getType()).getRank())
    position.insert(position.begin() + indexVectorAxis,
                    arith::ConstantIndexOp::create(builder, loc, element));
  Value index = memref::LoadOp::create(builder, loc, indices, position);
  if (index.getType().isIndex())
    return index;
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    index);
}

namespace {

/// Creates loops over the slice of each position. Axes of the slice that come
/// before an axis of positions in the destination are outer loops, unless they
/// depend on the position. So the destination is written in its own order, and
/// columns are not gathered one by one.
struct GatherToLoops : OpRewritePattern<GatherOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GatherOp op,
                                PatternRewriter &rewriter) const override;

private:
  static SmallVector<int64_t> findOuterAxes(GatherOp op,
                                            ArrayRef<PartAxis> axes);
  static void createSlice(OpBuilder &builder, GatherOp op,
                          ArrayRef<PartAxis> axes, ValueRange destExtents,
                          ArrayRef<Value> outer);
};

} // namespace

/// The axes of the destination that are loops around the slices, in order.
SmallVector<int64_t> GatherToLoops::findOuterAxes(GatherOp op,
                                                  ArrayRef<PartAxis> axes) {
  SmallVector<int64_t> outer = op.getBatchAxes();
  SmallVector<int64_t> sliced = op.getSlicedAxes();
  bool isCut = false;
  for (auto [axis, part] : llvm::enumerate(axes))
    isCut |= part.isCut && !op.takesWhole(axis);
  // The whole slice of a position is filled if this device may not have it.
  if (outer.empty() || isCut)
    return outer;
  int64_t last = *llvm::max_element(outer);
  for (auto [mine, axis] : llvm::zip_equal(op.getOffsetAxes(), sliced))
    if (mine < last && op.takesWhole(axis))
      outer.push_back(mine);
  llvm::sort(outer);
  return outer;
}

/// Copies the slice of one position, or a part of it. `outer` has the positions
/// on the axes of the destination that are outer loops.
void GatherToLoops::createSlice(OpBuilder &builder, GatherOp op,
                                ArrayRef<PartAxis> axes, ValueRange destExtents,
                                ArrayRef<Value> outer) {
  Location loc = op.getLoc();
  SmallVector<Value> batch;
  for (int64_t axis : op.getBatchAxes())
    batch.push_back(outer[axis]);
  SmallVector<int64_t> sliced = op.getSlicedAxes();
  SmallVector<int64_t> indicesAxes = op.getIndicesAxes();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);

  // The start of the slice along each axis of the operand.
  SmallVector<OpFoldResult> begins(axes.size(), builder.getIndexAttr(0));
  for (auto [element, axis] : llvm::enumerate(op.getStartAxes()))
    if (!op.takesWhole(axis))
      begins[axis] = createPositionLoad(builder, loc, op.getIndices(), batch,
                                        op.getIndexVectorAxis(), element);
  SmallVector<SliceRange> ranges(axes.size());
  bool isCut = false;
  for (auto [axis, part] : llvm::enumerate(axes)) {
    if (llvm::is_contained(op.getOperandBatchAxes(), int64_t(axis)))
      continue;
    if (op.takesWhole(axis)) {
      ranges[axis] = {zero, zero, one};
      continue;
    }
    isCut |= part.isCut;
    ranges[axis] = createClampedRange(
        builder, loc, part, builder.getIndexAttr(op.getSliceSizes()[axis]),
        begins[axis]);
  }

  for (auto [axis, ofIndices] :
       llvm::zip_equal(op.getOperandBatchAxes(), op.getIndicesBatchAxes()))
    ranges[axis] = {
        batch[llvm::find(indicesAxes, ofIndices) - indicesAxes.begin()], zero,
        one};
  for (auto [mine, axis] : llvm::zip_equal(op.getOffsetAxes(), sliced))
    if (Value at = outer[mine])
      ranges[axis] = {at, zero, one};
    else if (op.takesWhole(axis))
      ranges[axis].high = destExtents[mine];

  auto getDestPosition = [&](ValueRange offsets) {
    SmallVector<Value> position(outer);
    for (auto [axis, at] : llvm::zip_equal(op.getOffsetAxes(), offsets))
      if (!position[axis])
        position[axis] = at;
    return position;
  };
  if (isCut) {
    SmallVector<Value> extents;
    for (int64_t axis : op.getOffsetAxes())
      extents.push_back(destExtents[axis]);
    Value nothing = createZeroBits(
        builder, loc, getElementTypeOrSelf(op.getDest().getType()));
    createLoops(builder, loc, extents, [&](OpBuilder &nested, ValueRange at) {
      memref::StoreOp::create(nested, loc, nothing, op.getDest(),
                              getDestPosition(at));
    });
  }

  // Axes that the result does not have contain at most one position.
  createLoopsOver(builder, loc, ranges,
                  [&](OpBuilder &nested, ValueRange at, ValueRange from) {
                    SmallVector<Value> offsets;
                    for (int64_t axis : sliced)
                      offsets.push_back(at[axis]);
                    Value element = memref::LoadOp::create(
                        nested, loc, op.getSource(), from);
                    memref::StoreOp::create(nested, loc, element, op.getDest(),
                                            getDestPosition(offsets));
                  });
}

LogicalResult GatherToLoops::matchAndRewrite(GatherOp op,
                                             PatternRewriter &rewriter) const {
  if (op.getResult())
    return failure();
  Location loc = op.getLoc();
  SmallVector<PartAxis> axes = getPartAxes(rewriter, op);
  SmallVector<Value> destExtents = createExtents(rewriter, loc, op.getDest());
  SmallVector<int64_t> outerAxes = findOuterAxes(op, axes);
  SmallVector<Value> extents;
  for (int64_t axis : outerAxes)
    extents.push_back(destExtents[axis]);
  createLoops(rewriter, loc, extents, [&](OpBuilder &builder, ValueRange at) {
    SmallVector<Value> outer(destExtents.size());
    for (auto [axis, position] : llvm::zip_equal(outerAxes, at))
      outer[axis] = position;
    createSlice(builder, op, axes, destExtents, outer);
  });
  rewriter.eraseOp(op);
  return success();
}

void dtensor::populateGatherToLoops(RewritePatternSet &patterns) {
  patterns.add<GatherToLoops>(patterns.getContext());
}
