//===- ColumnOrder.h - Products with short columns ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_FUSION_COLUMNORDER_H
#define DTENSOR_LIB_CODEGEN_FUSION_COLUMNORDER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace dtensor {

/// Moves a longer axis of a convolution's result to its end, if vectors along
/// the last axis would be mostly empty, and transposes the result afterwards.
/// An example is the gradient of a kernel whose last axes are those of a window
/// of 3x3. Contractions have kernels, which take any strides.
void lengthenColumns(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp op);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_FUSION_COLUMNORDER_H
