//===- StructuredCanonicalizer.h - Patterns, and no blocks ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PIPELINES_STRUCTUREDCANONICALIZER_H
#define DTENSOR_LIB_PIPELINES_STRUCTUREDCANONICALIZER_H

#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/Passes.h"

namespace dtensor {

/// Control flow is structured up to the LLVM dialect: to look for blocks that
/// are never reached, and for ops that only such need, would find nothing. In
/// large programs it took as long as the patterns.
inline std::unique_ptr<mlir::Pass> createStructuredCanonicalizer() {
  mlir::GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(
      mlir::GreedySimplifyRegionLevel::Disabled);
  return mlir::createCanonicalizerPass(config);
}

} // namespace dtensor

#endif // DTENSOR_LIB_PIPELINES_STRUCTUREDCANONICALIZER_H
