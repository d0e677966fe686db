//===- LoopBody.h - The payload within loops --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_LOOPS_LOOPBODY_H
#define DTENSOR_LIB_CODEGEN_LOOPS_LOOPBODY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

namespace dtensor {

/// Clones the payload of `op` for the point `induction` of its loops, without
/// the terminator and the operations in `except`. `load` returns the values of
/// the block's arguments, and is called only for those that are used.
mlir::IRMapping
cloneLoopBody(mlir::OpBuilder &builder, mlir::linalg::LinalgOp op,
              llvm::ArrayRef<mlir::Value> induction,
              llvm::function_ref<mlir::Value(mlir::BlockArgument)> load,
              llvm::ArrayRef<mlir::Operation *> except = {});

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LOOPS_LOOPBODY_H
