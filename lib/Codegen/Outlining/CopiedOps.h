//===- CopiedOps.h - Ops copied into parts of a function --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_OUTLINING_COPIEDOPS_H
#define DTENSOR_LIB_CODEGEN_OUTLINING_COPIEDOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace dtensor {

/// Ops of a function that belong to no part of it: to compute them again costs
/// little and gives the same, or they are space on the stack for the argument
/// of a call. Each part that needs one has a copy, with copies of all that it
/// needs.
class CopiedOps {
public:
  explicit CopiedOps(mlir::func::FuncOp function);

  bool contains(mlir::Operation *op) const { return copied.contains(op); }

  /// Of `op` and in it, and of what is copied for them.
  unsigned countOps(mlir::Operation *op) const;

  /// Calls `visit` with the copied spaces on the stack that `op`, or an op in
  /// it, uses, and whether nobody uses the space after that.
  void forEachSpace(mlir::Operation *op,
                    llvm::function_ref<void(mlir::Operation *, bool)> visit);

  /// Those of `block` that only copies were made of forget their operands:
  /// these may be in another function now.
  void dropUnused(mlir::Block &block);

  /// Those that only copies were made of. None counts as copied after that.
  void eraseUnused();

private:
  void forEachSpaceOf(mlir::Operation *op,
                      llvm::function_ref<void(mlir::Operation *)> visit);

  /// With the number of ops that are copied for it.
  llvm::MapVector<mlir::Operation *, unsigned> copied;
  /// By space on the stack.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> lastUsers;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_OUTLINING_COPIEDOPS_H
