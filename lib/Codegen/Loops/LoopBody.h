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
#include "mlir/Dialect/SCF/IR/SCF.h"
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

/// The buffers that the op reads: its inputs, and those from which fusion lets
/// the payload read a number.
llvm::SmallVector<mlir::Value> getReadBuffers(mlir::linalg::LinalgOp op);

/// Moves what does not depend on an innermost loop in front of it, loads of
/// `inputs` too. LLVM cannot tell that the loop writes other parts of the
/// arena, and then computes one element at a time. An input that is the same
/// for all iterations is no destination, since each iteration has a destination
/// of its own.
void hoistInvariants(mlir::scf::ForOp loop, llvm::ArrayRef<mlir::Value> inputs);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LOOPS_LOOPBODY_H
