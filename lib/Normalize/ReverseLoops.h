//===- ReverseLoops.h - Loops the other way around --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_NORMALIZE_REVERSELOOPS_H
#define DTENSOR_LIB_NORMALIZE_REVERSELOOPS_H

#include "mlir/IR/PatternMatch.h"

namespace dtensor {

/// Reverses the reduced loop k where `i - k + 2` is read, as in the gradient of
/// a convolution's input: `i + k` is a window. Axes along which only k walks
/// are reversed first.
void populateReversedLoops(mlir::RewritePatternSet &patterns);

} // namespace dtensor

#endif // DTENSOR_LIB_NORMALIZE_REVERSELOOPS_H
