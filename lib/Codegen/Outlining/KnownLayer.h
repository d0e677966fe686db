//===- KnownLayer.h - A layer that is a function ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_OUTLINING_KNOWNLAYER_H
#define DTENSOR_LIB_CODEGEN_OUTLINING_KNOWNLAYER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dtensor {

/// A layer that has become a function.
struct KnownLayer {
  mlir::func::FuncOp function;
  /// The ops of the layer, in their order. Between them, the function has
  /// copies of other ops.
  llvm::SmallVector<mlir::Operation *> ops;
  /// For each value that is passed to the function, the value that stands for
  /// it there, and the place of the latter in this list.
  llvm::SmallVector<mlir::Value> received;
  llvm::DenseMap<mlir::Value, unsigned> positions;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_OUTLINING_KNOWNLAYER_H
