//===- EraseUnusedResults.cpp - Drop what nobody uses ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace dtensor {
#define GEN_PASS_DEF_ERASEUNUSEDRESULTS
#include "dtensor/Transforms/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

namespace {

struct EraseUnusedResults
    : dtensor::impl::EraseUnusedResultsBase<EraseUnusedResults> {
  using EraseUnusedResultsBase::EraseUnusedResultsBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
