//===- StructuredOps.h - Properties of linalg operations --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_ANALYSIS_STRUCTUREDOPS_H
#define DTENSOR_ANALYSIS_STRUCTUREDOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dtensor {

/// Whether the op is a sum of products over at least one loop, with rows and
/// columns that only one of the two operands depends on, so that a matrix
/// kernel can compute it. A matrix times a vector is not such an op: it is
/// bound by memory, and fuses with the ops around it.
bool isMatrixContraction(mlir::linalg::LinalgOp op);

/// Whether the op is a sum of products in which each element of both operands
/// is a factor of many results: a contraction or a convolution, in whatever
/// form. That of each channel by itself is not.
bool isProduct(mlir::linalg::LinalgOp op);

/// Whether fusion may take the operation apart and combine it with others. It
/// may not for contractions and convolutions, whose loops have an order of
/// their own, nor for ops that are not structured.
bool isFusable(mlir::Operation *op);

/// Whether upstream can tile the operation. If the op reads an axis backwards
/// (`2 - i`), upstream takes the wrong box of the operand for a tile.
bool isTilable(mlir::linalg::LinalgOp op);

/// Whether the operation only reorders the axes of its operand.
bool isTranspose(mlir::linalg::LinalgOp op);

/// The approximate number of cycles that an op on scalars takes, or an
/// elementwise op for each element.
int getScalarCost(mlir::Operation *op);

/// The approximate number of cycles that the payload takes per element.
int getPayloadCost(mlir::linalg::LinalgOp op);

} // namespace dtensor

#endif // DTENSOR_ANALYSIS_STRUCTUREDOPS_H
