//===- DecomposeTopK.h - Top-k as a sort ------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_NORMALIZE_DECOMPOSETOPK_H
#define DTENSOR_LIB_NORMALIZE_DECOMPOSETOPK_H

#include "mlir/IR/PatternMatch.h"

namespace dtensor {

/// `linalg_ext.top_k` as a sort of elements and positions that keeps the first
/// `k`.
void populateTopKDecomposition(mlir::RewritePatternSet &patterns);

} // namespace dtensor

#endif // DTENSOR_LIB_NORMALIZE_DECOMPOSETOPK_H
