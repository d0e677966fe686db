//===- VectorBody.h - The payload for many positions at once ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_LOOPS_VECTORBODY_H
#define DTENSOR_LIB_CODEGEN_LOOPS_VECTORBODY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

namespace dtensor {

/// Whether the payload can be computed for neighbouring positions of `loop` at
/// once. It must have few arithmetic operations, on operands that are
/// contiguous along the loop or the same for all positions. `except` is left
/// out, and so are its operands.
bool hasVectorBody(mlir::linalg::LinalgOp op, unsigned loop,
                   llvm::ArrayRef<mlir::Operation *> except);

/// Clones such a payload for `width` positions from `induction[loop]` on.
/// Values that are the same for all positions need not be vectors.
mlir::IRMapping cloneVectorBody(mlir::OpBuilder &builder,
                                mlir::linalg::LinalgOp op, unsigned loop,
                                llvm::ArrayRef<mlir::Value> induction,
                                int64_t width,
                                llvm::ArrayRef<mlir::Operation *> except);

/// `value` as a vector of `width` lanes; a scalar is repeated.
mlir::Value getVector(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value value, int64_t width);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LOOPS_VECTORBODY_H
