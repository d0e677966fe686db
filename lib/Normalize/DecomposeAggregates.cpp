//===- DecomposeAggregates.cpp - Take apart ops of several steps ----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecomposeArgmax.h"
#include "DecomposeReductions.h"
#include "DecomposeTopK.h"
#include "DecomposeWindows.h"
#include "ReverseLoops.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Normalize/Passes.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dtensor {
#define GEN_PASS_DEF_DECOMPOSEAGGREGATES
#include "dtensor/Normalize/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

/// Turns a negative padding into a slice. Upstream writes the source of such a
/// padding in front of its result, and drops a padding that changes no extent.
struct CutNegativePadding : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getResultType();
    ArrayRef<int64_t> low = op.getStaticLow(), high = op.getStaticHigh();
    auto isCut = [](int64_t padding) {
      return padding < 0 && !ShapedType::isDynamic(padding);
    };
    if (!type.hasStaticShape() || !op.getLow().empty() ||
        !op.getHigh().empty() ||
        (llvm::none_of(low, isCut) && llvm::none_of(high, isCut)))
      return failure();
    // An axis without positions cannot be sliced.
    if (llvm::is_contained(type.getShape(), 0)) {
      rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type.getShape(),
                                                   type.getElementType());
      return success();
    }
    auto getAttrs = [&](auto &&values) {
      return getAsIndexOpFoldResult(rewriter.getContext(),
                                    llvm::to_vector(values));
    };
    auto atLeastZero = [](int64_t value) {
      return std::max<int64_t>(value, 0);
    };
    Location loc = op.getLoc();
    auto padded = tensor::PadOp::create(
        rewriter, loc, /*resultType=*/Type(), op.getSource(),
        getAttrs(llvm::map_range(low, atLeastZero)),
        getAttrs(llvm::map_range(high, atLeastZero)));
    rewriter.inlineRegionBefore(op.getRegion(), padded.getRegion(),
                                padded.getRegion().end());
    SmallVector<int64_t> offsets = llvm::map_to_vector(
        low, [&](int64_t value) { return atLeastZero(-value); });
    SmallVector<int64_t> ones(type.getRank(), 1);
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, type, padded.getResult(), getAttrs(offsets),
        getAttrs(type.getShape()), getAttrs(ones));
    return success();
  }
};

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
    populateArgmaxDecomposition(patterns);
    populateReductionDecomposition(patterns);
    populateTopKDecomposition(patterns);
    populateReversedLoops(patterns);
    populateWindowDecompositions(patterns);
    patterns.add<CutNegativePadding>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    lowerPacks(rewriter);
  }

  /// Lowers tiles to a padding, a reshape and a transpose. A pack that cannot
  /// be decomposed stays, and is an op without a rule.
  void lowerPacks(IRRewriter &rewriter) {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<linalg::PackOp, linalg::UnPackOp>(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      // A tensor without elements cannot be sliced at any position.
      if (auto unpack = dyn_cast<linalg::UnPackOp>(op);
          unpack && llvm::is_contained(unpack.getDestType().getShape(), 0))
        rewriter.replaceOp(unpack, unpack.getDest());
      else if (auto pack = dyn_cast<linalg::PackOp>(op))
        (void)linalg::lowerPack(rewriter, pack,
                                /*lowerPadLikeWithInsertSlice=*/false);
      else
        (void)linalg::lowerUnPack(rewriter, cast<linalg::UnPackOp>(op),
                                  /*lowerUnpadLikeWithExtractSlice=*/false);
    }
  }
};

} // namespace
