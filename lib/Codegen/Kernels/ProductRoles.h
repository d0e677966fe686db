//===- ProductRoles.h - The loops of a sum of products ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_KERNELS_PRODUCTROLES_H
#define DTENSOR_LIB_CODEGEN_KERNELS_PRODUCTROLES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dtensor {

/// The way in which a sum of products of two operands is computed in registers.
/// A tile of the result has rows and vectors of columns, and each step of the
/// depth adds an outer product to it. Contractions of all forms and
/// convolutions have such loops. Other loops stand around the tile.
struct ProductRoles {
  /// Operands: the one whose elements are spread over vectors, and the one that
  /// vectors are loaded from.
  unsigned spread, vectors;
  /// The loops. The result is contiguous along `column`. `row` indexes only the
  /// result and `spread`, `column` only the result and `vectors`, and `depth`
  /// both operands but not the result.
  unsigned row, column, depth;
  /// Further loops that index both operands but not the result, outermost
  /// first: those of a convolution's window, and those of a contraction over
  /// several axes.
  llvm::SmallVector<unsigned> window;
  /// The type in which products are added.
  mlir::Type sumType;
  /// Casts of an element of each operand (0, 1) to its factor, in order.
  llvm::SmallVector<mlir::Operation *> casts[2];
};

/// The roles in `op`, which is on buffers. Nothing if it is no sum of products,
/// does not have these loops, or has a type for which there are no vectors.
std::optional<ProductRoles> matchProduct(mlir::linalg::LinalgOp op);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_KERNELS_PRODUCTROLES_H
