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

/// Decomposes `linalg_ext.top_k` into a sort of elements and positions, of
/// which the first `k` are kept.
void populateTopKDecomposition(mlir::RewritePatternSet &patterns);

} // namespace dtensor

#endif // DTENSOR_LIB_NORMALIZE_DECOMPOSETOPK_H
