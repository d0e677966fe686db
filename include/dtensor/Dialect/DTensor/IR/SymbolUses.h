//===- SymbolUses.h - Counts the uses of symbols ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_DTENSOR_IR_SYMBOLUSES_H
#define DTENSOR_DIALECT_DTENSOR_IR_SYMBOLUSES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace dtensor {

/// The uses of a module's symbols, counted in one walk.
/// `SymbolTable::symbolKnownUseEmpty` takes a walk for each symbol.
class SymbolUses {
public:
  explicit SymbolUses(mlir::ModuleOp module) { add(module, 1); }

  /// The number of times that `symbol`, a symbol of the module itself, is
  /// named.
  int64_t count(mlir::Operation *symbol) const;
  bool isUnused(mlir::Operation *symbol) const { return count(symbol) == 0; }

  /// Erases those of `symbols` that have no use, and then those that were used
  /// only by erased ones.
  void eraseUnused(llvm::ArrayRef<mlir::Operation *> symbols);

private:
  void add(mlir::Operation *root, int sign);

  llvm::DenseMap<mlir::Attribute, int64_t> counts;
  /// The symbols that an attribute names. They are kept by attribute because
  /// many ops share one.
  llvm::DenseMap<mlir::Attribute, llvm::SmallVector<mlir::Attribute, 1>> names;
};

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_SYMBOLUSES_H
