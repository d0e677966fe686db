//===- DecomposeLinalgExt.cpp - linalg_ext on tensors to linalg -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtLowerings.h"
#include "dtensor/Codegen/LinalgExt/Passes.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dtensor {
#define GEN_PASS_DEF_DECOMPOSELINALGEXT
#include "dtensor/Codegen/LinalgExt/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

struct DecomposeLinalgExt
    : dtensor::impl::DecomposeLinalgExtBase<DecomposeLinalgExt> {
  using DecomposeLinalgExtBase::DecomposeLinalgExtBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateDynamicSliceDecompositions(patterns);
    populateFftPreparation(patterns, vectorBytes);
    populateFoldWidening(patterns);
    populateIotaDecomposition(patterns);
    populateRandomDecompositions(patterns);
    populateSortPreparation(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
