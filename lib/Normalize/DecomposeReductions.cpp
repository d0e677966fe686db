//===- DecomposeReductions.cpp - Reductions by known combiners ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecomposeReductions.h"
#include "CombinerBody.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::ReduceOp;

namespace {

struct DecomposeReduce : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    unsigned count = op.getSources().size();
    if (op.getPeeled() || !isa<RankedTensorType>(op.getSources()[0].getType()))
      return failure();
    for (unsigned i = 0; i < count; ++i)
      if (!matchKnownCombiner(op.getCombiner(), i, count))
        return failure();
    // linalg.reduce requires its dimensions in order.
    SmallVector<int64_t> dimensions(op.getDimensions());
    llvm::sort(dimensions);
    SmallVector<Value> results;
    for (auto [index, source, dest] :
         llvm::enumerate(op.getSources(), op.getDests())) {
      Operation *combine = matchKnownCombiner(op.getCombiner(), index, count);
      Block &body = op.getCombiner().front();
      auto reduce = linalg::ReduceOp::create(
          rewriter, op.getLoc(), ValueRange(source), ValueRange(dest),
          dimensions,
          [&, index = index](OpBuilder &builder, Location loc,
                             ValueRange arguments) {
            IRMapping mapping;
            mapping.map(body.getArgument(count + index), arguments[0]);
            mapping.map(body.getArgument(index), arguments[1]);
            Value combined = builder.clone(*combine, mapping)->getResult(0);
            linalg::YieldOp::create(builder, loc, combined);
          });
      results.push_back(reduce->getResult(0));
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

} // namespace

void dtensor::populateReductionDecomposition(RewritePatternSet &patterns) {
  patterns.add<DecomposeReduce>(patterns.getContext());
}
