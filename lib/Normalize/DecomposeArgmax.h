//===- DecomposeArgmax.h - Positions of extremes ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_NORMALIZE_DECOMPOSEARGMAX_H
#define DTENSOR_LIB_NORMALIZE_DECOMPOSEARGMAX_H

#include "mlir/IR/PatternMatch.h"

namespace dtensor {

/// Decomposes a `linalg_ext.reduce` that finds the position of the first
/// extreme, or of the first NaN, as JAX writes argmax and argmin. The result
/// finds the extreme, and then the least position that has it. These are two
/// reductions by known combiners, which can stay partial, while pairs could
/// only be gathered.
void populateArgmaxDecomposition(mlir::RewritePatternSet &patterns);

} // namespace dtensor

#endif // DTENSOR_LIB_NORMALIZE_DECOMPOSEARGMAX_H
