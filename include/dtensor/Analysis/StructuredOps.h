//===- StructuredOps.h - What passes ask of linalg operations ---*- C++ -*-===//
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

/// A sum of products over at least one loop, with rows and columns that only
/// one factor depends on: what a matrix kernel computes. A matrix times a
/// vector is not: memory bounds it, and it fuses with what is around it.
bool isMatrixContraction(mlir::linalg::LinalgOp op);

/// Whether fusion may take the operation apart and put it together with others:
/// not so for contractions and convolutions, whose loops have an order of their
/// own, and for what is no structured operation.
bool isFusable(mlir::Operation *op);

/// Whether upstream can tile the operation: where it reads an axis backwards
/// (`2 - i`), upstream takes the wrong box of the operand for a tile.
bool isTilable(mlir::linalg::LinalgOp op);

/// An operation that only reorders the axes of its operand.
bool isTranspose(mlir::linalg::LinalgOp op);

/// Roughly the cycles of the payload per element.
int getPayloadCost(mlir::linalg::LinalgOp op);

} // namespace dtensor

#endif // DTENSOR_ANALYSIS_STRUCTUREDOPS_H
