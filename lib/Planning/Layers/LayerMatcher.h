//===- LayerMatcher.h - Pairs of equal ops in layers ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_LAYERS_LAYERMATCHER_H
#define DTENSOR_LIB_PLANNING_LAYERS_LAYERMATCHER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

namespace dtensor {

/// Finds what stands for the ops and values of layers: what stands for the
/// equal ones of another layer.
class LayerMatcher {
public:
  explicit LayerMatcher(mlir::IRMapping &standIns) : standIns(standIns) {}

  /// Notes that what stands for `to`, and for its results, regions and callee,
  /// stands for those of `from` as well. Returns whether they have the same
  /// structure.
  bool match(mlir::Operation *from, mlir::Operation *to);

private:
  bool match(mlir::func::FuncOp from, mlir::func::FuncOp to);
  bool match(mlir::Region &from, mlir::Region &to);
  void match(mlir::Value from, mlir::Value to);

  mlir::IRMapping &standIns;
  mlir::SymbolTableCollection symbols;
  llvm::DenseSet<mlir::Operation *> matched;
};

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_LAYERS_LAYERMATCHER_H
