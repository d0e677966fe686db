//===- ScatterToLoops.cpp - Scatters to loops -----------------------------===//
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
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::ScatterOp;

namespace {

/// Applies one window after the other, in row-major order of the positions. The
/// innermost loop is over the window's last axis.
struct ScatterToLoops : OpRewritePattern<ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScatterOp op,
                                PatternRewriter &rewriter) const override;

private:
  static void createWindow(OpBuilder &builder, ScatterOp op,
                           ArrayRef<PartAxis> axes, ValueRange updateExtents,
                           ValueRange batch);
  static void createUpdate(OpBuilder &builder, ScatterOp op, ValueRange from,
                           ValueRange to);
};

} // namespace

/// Runs the region on one element.
void ScatterToLoops::createUpdate(OpBuilder &builder, ScatterOp op,
                                  ValueRange from, ValueRange to) {
  Location loc = op.getLoc();
  Block &body = op.getCombiner().front();
  size_t count = op.getDests().size();
  IRMapping mapping;
  auto load = [&](size_t first, ValueRange buffers, ValueRange at) {
    for (auto [i, buffer] : llvm::enumerate(buffers)) {
      BlockArgument argument = body.getArgument(first + i);
      // An element that is overwritten is not read.
      if (!argument.use_empty())
        mapping.map(
            argument,
            memref::LoadOp::create(builder, loc, buffer, at).getResult());
    }
  };
  load(0, op.getDests(), to);
  load(count, op.getUpdates(), from);
  load(count + op.getUpdates().size(), op.getReads(), to);
  for (Operation &nested : body.without_terminator())
    builder.clone(nested, mapping);
  for (auto [value, dest] :
       llvm::zip_equal(body.getTerminator()->getOperands(), op.getDests()))
    memref::StoreOp::create(builder, loc, mapping.lookupOrDefault(value), dest,
                            to);
}

/// Applies the updates of one position, `batch`.
void ScatterToLoops::createWindow(OpBuilder &builder, ScatterOp op,
                                  ArrayRef<PartAxis> axes,
                                  ValueRange updateExtents, ValueRange batch) {
  Location loc = op.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<int64_t> windowed = op.getWindowedAxes();
  SmallVector<int64_t> indicesAxes = op.getIndicesAxes();

  SmallVector<OpFoldResult> begins(axes.size(), builder.getIndexAttr(0));
  for (auto [element, axis] : llvm::enumerate(op.getStartAxes()))
    begins[axis] = createPositionLoad(builder, loc, op.getIndices(), batch,
                                      op.getIndexVectorAxis(), element);
  SmallVector<OpFoldResult> sizes(axes.size(), builder.getIndexAttr(1));
  for (auto [mine, axis] : llvm::zip_equal(op.getWindowAxes(), windowed))
    sizes[axis] = getAsOpFoldResult(updateExtents[mine]);
  SmallVector<SliceRange> ranges;
  for (auto [axis, part] : llvm::enumerate(axes)) {
    if (op.takesWhole(axis))
      ranges.push_back(
          {zero, zero,
           getValueOrCreateConstantIndexOp(builder, loc, sizes[axis])});
    else
      ranges.push_back(
          createCroppedRange(builder, loc, part, sizes[axis], begins[axis]));
  }
  for (auto [axis, ofIndices] :
       llvm::zip_equal(op.getDestBatchAxes(), op.getIndicesBatchAxes()))
    ranges[axis] = {
        batch[llvm::find(indicesAxes, ofIndices) - indicesAxes.begin()], zero,
        one};

  createLoopsOver(builder, loc, ranges,
                  [&](OpBuilder &nested, ValueRange at, ValueRange to) {
                    SmallVector<Value> from(updateExtents.size());
                    for (auto [axis, position] :
                         llvm::zip_equal(op.getScatterAxes(), batch))
                      from[axis] = position;
                    for (auto [axis, other] :
                         llvm::zip_equal(op.getWindowAxes(), windowed))
                      from[axis] = at[other];
                    createUpdate(nested, op, from, to);
                  });
}

LogicalResult ScatterToLoops::matchAndRewrite(ScatterOp op,
                                              PatternRewriter &rewriter) const {
  if (op->getNumResults() != 0)
    return failure();
  Location loc = op.getLoc();
  SmallVector<PartAxis> axes = getPartAxes(rewriter, op);
  SmallVector<Value> updateExtents =
      createExtents(rewriter, loc, op.getUpdates().front());
  SmallVector<Value> extents;
  for (int64_t axis : op.getScatterAxes())
    extents.push_back(updateExtents[axis]);
  createLoops(rewriter, loc, extents,
              [&](OpBuilder &builder, ValueRange batch) {
                createWindow(builder, op, axes, updateExtents, batch);
              });
  rewriter.eraseOp(op);
  return success();
}

void dtensor::populateScatterToLoops(RewritePatternSet &patterns) {
  patterns.add<ScatterToLoops>(patterns.getContext());
}
