//===- FoldUnitExtents.cpp - Tensors without axes of extent 1 -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Analysis/StructuredOps.h"
#include "dtensor/Codegen/Fusion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dtensor {
#define GEN_PASS_DEF_FOLDUNITEXTENTS
#include "dtensor/Codegen/Fusion/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

/// Whether an operand or a result is a tensor with an axis of extent 1.
static bool hasUnitExtent(Operation *op) {
  auto isUnit = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && shaped.hasRank() &&
           llvm::is_contained(shaped.getShape(), 1);
  };
  return llvm::any_of(op->getOperandTypes(), isUnit) ||
         llvm::any_of(op->getResultTypes(), isUnit);
}

/// Whether the op has no reduction and yet reads its destination.
static bool readsInit(Operation *op) {
  auto structured = dyn_cast<linalg::GenericOp>(op);
  return structured &&
         structured.getNumLoops() == structured.getNumParallelLoops() &&
         llvm::any_of(structured.getRegionOutputArgs(),
                      [](Value element) { return !element.use_empty(); });
}

namespace {
struct FoldUnitExtents : dtensor::impl::FoldUnitExtentsBase<FoldUnitExtents> {
  using FoldUnitExtentsBase::FoldUnitExtentsBase;

  void runOnOperation() override {
    WalkResult needed = getOperation()->walk([](Operation *op) {
      return WalkResult(failure(hasUnitExtent(op) || readsInit(op)));
    });
    if (!needed.wasInterrupted())
      return markAllAnalysesPreserved();
    linalg::ControlDropUnitDims control;
    if (useSlices) {
      control.rankReductionStrategy = linalg::ControlDropUnitDims::
          RankReductionStrategy::ExtractInsertSlice;
      // The slice of a destination would hide its fill from a product, whose
      // kernel drops these axes by itself.
      control.controlFn = [all = control.controlFn](Operation *op) {
        auto structured = dyn_cast<linalg::LinalgOp>(op);
        return structured && dtensor::isMatrixContraction(structured)
                   ? SmallVector<unsigned>()
                   : all(op);
      };
    }
    RewritePatternSet folds(&getContext());
    linalg::populateFoldUnitExtentDimsPatterns(folds, control);
    walkAndApplyPatterns(getOperation(), std::move(folds));
    RewritePatternSet patterns(&getContext());
    linalg::populateMoveInitOperandsToInputPattern(patterns);
    linalg::populateFoldUnitExtentDimsCanonicalizationPatterns(patterns,
                                                               control);
    // Nothing here changes which blocks are reached.
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace
