//===- AffineWindow.h - Windows as affine expressions -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_DTENSOR_IR_AFFINEWINDOW_H
#define DTENSOR_DIALECT_DTENSOR_IR_AFFINEWINDOW_H

#include "dtensor/Layout/AxisWindow.h"
#include "mlir/IR/AffineMap.h"

namespace dtensor {

/// A constant plus the sum of `coefficient * loop`, in the order of loops. No
/// coefficient is 0.
struct LinearExpr {
  int64_t constant = 0;
  llvm::SmallVector<std::pair<unsigned, int64_t>, 2> terms;
};
std::optional<LinearExpr> matchLinearExpr(mlir::AffineExpr expr);

/// The window, or nothing if `expr` is not a sum of loops with positive
/// coefficients.
std::optional<AxisWindow> getAxisWindow(mlir::AffineExpr expr);
mlir::AffineExpr getAffineExpr(const AxisWindow &window,
                               mlir::MLIRContext *context);

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_AFFINEWINDOW_H
