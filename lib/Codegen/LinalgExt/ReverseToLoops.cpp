//===- ReverseToLoops.cpp - Reversals to loops ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtLowerings.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::ReverseOp;

namespace {

/// Copies each element once. A last axis that is not reversed is contiguous.
struct ReverseToLoops : OpRewritePattern<ReverseOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReverseOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getResult())
      return failure();
    Location loc = op.getLoc();
    SmallVector<Value> extents = createExtents(rewriter, loc, op.getSource());
    Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    SmallVector<Value> last(extents);
    for (int64_t axis : op.getAxes())
      last[axis] = arith::SubIOp::create(rewriter, loc, extents[axis], one);
    createLoops(rewriter, loc, extents, [&](OpBuilder &builder, ValueRange to) {
      SmallVector<Value> from(to);
      for (int64_t axis : op.getAxes())
        from[axis] = arith::SubIOp::create(builder, loc, last[axis], to[axis]);
      Value element =
          memref::LoadOp::create(builder, loc, op.getSource(), from);
      memref::StoreOp::create(builder, loc, element, op.getDest(), to);
    });
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void dtensor::populateReverseToLoops(RewritePatternSet &patterns) {
  patterns.add<ReverseToLoops>(patterns.getContext());
}
