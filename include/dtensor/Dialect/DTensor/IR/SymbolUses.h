//===- SymbolUses.h - How often symbols are named ---------------*- C++ -*-===//
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

/// The uses of a module's symbols, counted in one walk. To ask for one symbol
/// after the other (`SymbolTable::symbolKnownUseEmpty`) takes a walk each.
class SymbolUses {
public:
  explicit SymbolUses(mlir::ModuleOp module) { add(module, 1); }

  /// How often `symbol`, a symbol of the module itself, is named.
  int64_t count(mlir::Operation *symbol) const;
  bool isUnused(mlir::Operation *symbol) const { return count(symbol) == 0; }

  /// Erases those of `symbols` that nobody names, and then those that only
  /// erased ones named.
  void eraseUnused(llvm::ArrayRef<mlir::Operation *> symbols);

private:
  void add(mlir::Operation *root, int sign);

  llvm::DenseMap<mlir::Attribute, int64_t> counts;
  /// What an attribute names: many ops have the same attributes.
  llvm::DenseMap<mlir::Attribute, llvm::SmallVector<mlir::Attribute, 1>> names;
};

} // namespace dtensor

#endif // DTENSOR_DIALECT_DTENSOR_IR_SYMBOLUSES_H
