//===- HeldBytes.h - When values hold memory --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_AUTOLAYOUT_HELDBYTES_H
#define DTENSOR_LIB_AUTOLAYOUT_HELDBYTES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <map>

namespace dtensor {

/// When the values of a function hold memory in the global view, and how much,
/// for sets of values that have one layout. `computePeakBytes` is exact, but
/// only for one set of layouts.
class HeldBytes {
public:
  /// From moment `begin` to before moment `end`.
  struct Use {
    int64_t begin = 0, end = 0, bytes = 0;
  };

  explicit HeldBytes(mlir::func::FuncOp entry);

  /// The values that hold memory of their own.
  llvm::ArrayRef<mlir::Value> getValues() const { return values; }
  /// Puts a value into the set of a node, and there into a part: sets with
  /// several parts are those of repeated layers.
  void add(mlir::Value value, unsigned node, unsigned part);
  /// The memory of each node. The most that its values hold at once counts for
  /// all the time in which any of them does. If layers hold theirs one after
  /// the other, one of them stands for all: the one in the middle.
  std::map<unsigned, Use> finish() const;

private:
  void number(mlir::Operation *op);

  mlir::func::FuncOp entry;
  llvm::DenseMap<mlir::Operation *, std::pair<int64_t, int64_t>> times;
  int64_t now = 0;
  llvm::SmallVector<mlir::Value> values;
  llvm::DenseMap<mlir::Value, Use> uses;
  /// By node and part.
  std::map<unsigned, std::map<unsigned, std::vector<Use>>> added;
};

} // namespace dtensor

#endif // DTENSOR_LIB_AUTOLAYOUT_HELDBYTES_H
