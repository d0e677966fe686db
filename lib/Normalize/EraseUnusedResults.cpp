//===- EraseUnusedResults.cpp - Drop results without uses -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Normalize/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace dtensor {
#define GEN_PASS_DEF_ERASEUNUSEDRESULTS
#include "dtensor/Normalize/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

/// Replaces an input of which only the extents matter, such as the window of a
/// pooling, by an empty tensor, which has any layout at no cost.
static void emptyUnread(linalg::LinalgOp op) {
  OpBuilder builder(op);
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto type = dyn_cast<RankedTensorType>(input->get().getType());
    if (type && !op.payloadUsesValueFromOperand(input) &&
        !input->get().getDefiningOp<tensor::EmptyOp>())
      input->set(tensor::EmptyOp::create(
          builder, op.getLoc(),
          tensor::getMixedSizes(builder, op.getLoc(), input->get()),
          type.getElementType()));
  }
}

namespace {

struct EraseUnusedResults
    : dtensor::impl::EraseUnusedResultsBase<EraseUnusedResults> {
  using EraseUnusedResultsBase::EraseUnusedResultsBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    // Nothing here changes which blocks are reached.
    GreedyRewriteConfig config;
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      return signalPassFailure();
    getOperation().walk(emptyUnread);
  }
};

} // namespace
