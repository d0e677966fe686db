//===- OpStructure.h - Ops that differ only in their values -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_LAYERS_OPSTRUCTURE_H
#define DTENSOR_LIB_PLANNING_LAYERS_OPSTRUCTURE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace dtensor {

/// Numbers that are equal for ops which planning cannot tell apart: they have
/// the same kind, attributes, types and regions. Calls are compared by the
/// bodies of their callees, and constants of tensors and floats by their types.
/// The numbers differ between runs of the compiler.
class OpStructure {
public:
  /// The number of an op, and of the ops that make its operands.
  uint64_t getWithOperands(mlir::Operation *op);

private:
  llvm::hash_code get(mlir::Operation *op);
  llvm::hash_code getUncached(mlir::Operation *op);
  llvm::hash_code get(mlir::Region &region);
  llvm::hash_code getMaker(mlir::Value value);

  mlir::SymbolTableCollection symbols;
  llvm::DenseMap<mlir::Operation *, llvm::hash_code> known;
};

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_LAYERS_OPSTRUCTURE_H
