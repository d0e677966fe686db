//===- DecomposeWindows.h - Windows as structured ops -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_NORMALIZE_DECOMPOSEWINDOWS_H
#define DTENSOR_LIB_NORMALIZE_DECOMPOSEWINDOWS_H

#include "mlir/IR/PatternMatch.h"

namespace dtensor {

/// Decomposes `linalg_ext.reduce_window` and `select_and_scatter` into paddings
/// and structured ops whose loops walk over the windows, as those of a pooling
/// do.
void populateWindowDecompositions(mlir::RewritePatternSet &patterns);

} // namespace dtensor

#endif // DTENSOR_LIB_NORMALIZE_DECOMPOSEWINDOWS_H
