//===- DecomposeAggregates.cpp - Take apart ops of several steps -------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecomposeTopK.h"
#include "DecomposeWindows.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Transforms/Passes.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dtensor {
#define GEN_PASS_DEF_DECOMPOSEAGGREGATES
#include "dtensor/Transforms/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

struct DecomposeAggregates
    : dtensor::impl::DecomposeAggregatesBase<DecomposeAggregates> {
  using DecomposeAggregatesBase::DecomposeAggregatesBase;

  void runOnOperation() override {
    SmallVector<linalg::AggregatedOpInterface> ops;
    getOperation()->walk(
        [&](linalg::AggregatedOpInterface op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (linalg::AggregatedOpInterface op : ops) {
      rewriter.setInsertionPoint(op);
      FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
      if (succeeded(results))
        rewriter.replaceOp(op, *results);
    }
    RewritePatternSet patterns(&getContext());
    populateTopKDecomposition(patterns);
    populateWindowDecompositions(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    lowerPacks(rewriter);
  }

  /// Tiles are a padding, a reshape and a transpose. What cannot be taken apart
  /// stays, and is an op without a rule.
  void lowerPacks(IRRewriter &rewriter) {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<linalg::PackOp, linalg::UnPackOp>(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      if (auto pack = dyn_cast<linalg::PackOp>(op))
        (void)linalg::lowerPack(rewriter, pack,
                                /*lowerPadLikeWithInsertSlice=*/false);
      else
        (void)linalg::lowerUnPack(rewriter, cast<linalg::UnPackOp>(op),
                                  /*lowerUnpadLikeWithExtractSlice=*/false);
    }
  }
};

} // namespace
