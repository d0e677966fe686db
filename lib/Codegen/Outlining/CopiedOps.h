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

/// The ops of a function that belong to no part of it. Either computing them
/// again costs little and gives the same result, or they are space on the stack
/// for the argument of a call. Each part that needs one has a copy of it, with
/// copies of all ops that it depends on.
class CopiedOps {
public:
  explicit CopiedOps(mlir::func::FuncOp function);

  bool contains(mlir::Operation *op) const { return copied.contains(op); }

  /// The number of ops in `op`, itself included, and of the ops that are copied
  /// for them.
  unsigned countOps(mlir::Operation *op) const;

  /// Calls `visit` with the copied spaces on the stack that `op`, or an op in
  /// it, uses, and with whether this is the last use of the space.
  void forEachSpace(mlir::Operation *op,
                    llvm::function_ref<void(mlir::Operation *, bool)> visit);

  /// Drops the operands of those ops of `block` of which only copies are used,
  /// since the operands may now be in another function.
  void dropUnused(mlir::Block &block);

  /// Erases the ops of which only copies are used. No op counts as copied after
  /// that.
  void eraseUnused();

private:
  void forEachSpaceOf(mlir::Operation *op,
                      llvm::function_ref<void(mlir::Operation *)> visit);

  /// The copied ops, with the number of ops that are copied for each.
  llvm::MapVector<mlir::Operation *, unsigned> copied;
  /// The last user of each space on the stack.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> lastUsers;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_OUTLINING_COPIEDOPS_H
