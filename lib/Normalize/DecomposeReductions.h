//===- DecomposeReductions.h - Reductions by known combiners ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_NORMALIZE_DECOMPOSEREDUCTIONS_H
#define DTENSOR_LIB_NORMALIZE_DECOMPOSEREDUCTIONS_H

#include "mlir/IR/PatternMatch.h"

namespace dtensor {

/// Decomposes a `linalg_ext.reduce` whose results are each combined by a known
/// combiner into one `linalg.reduce` per result. These can stay partial.
void populateReductionDecomposition(mlir::RewritePatternSet &patterns);

} // namespace dtensor

#endif // DTENSOR_LIB_NORMALIZE_DECOMPOSEREDUCTIONS_H
