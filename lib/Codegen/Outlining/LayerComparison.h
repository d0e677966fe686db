//===- LayerComparison.h - Whether a layer is known -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_OUTLINING_LAYERCOMPARISON_H
#define DTENSOR_LIB_CODEGEN_OUTLINING_LAYERCOMPARISON_H

#include "KnownLayer.h"
#include "mlir/IR/OperationSupport.h"

namespace dtensor {

/// Compares ops with those of a known layer, in place: no function is made of
/// the ops.
class LayerComparison {
public:
  /// `isPassed` tells which of the values from outside of the ops are passed to
  /// a function of them. The others are computed in it by copied ops.
  LayerComparison(const KnownLayer &known,
                  llvm::function_ref<bool(mlir::Value)> isPassed)
      : known(known), isPassed(isPassed), passed(known.received.size()) {}

  /// Whether the known layer's function does what the ops do and returns the
  /// values `results`.
  bool run(llvm::ArrayRef<mlir::Operation *> ops, mlir::ValueRange results);

  /// The values to pass to the function, if they are equal.
  llvm::ArrayRef<mlir::Value> getPassed() const { return passed; }

private:
  bool areEqual(mlir::Operation *op, mlir::Operation *other);
  bool areEqual(mlir::Value value, mlir::Value other);
  bool pass(mlir::Value value, mlir::Value other);
  bool compute(mlir::OpResult value, mlir::Value other);
  void pair(mlir::Value value, mlir::Value other);

  const KnownLayer &known;
  llvm::function_ref<bool(mlir::Value)> isPassed;
  llvm::SmallVector<mlir::Value> passed;
  /// The counterparts of the values that the ops compute, of those that are
  /// passed, and of spaces on the stack. All counterparts differ.
  llvm::DenseMap<mlir::Value, mlir::Value> counterparts;
  llvm::DenseSet<mlir::Value> taken;
  /// Equal results of other copied ops. These may be shared in one layer and
  /// not in the other.
  llvm::DenseSet<std::pair<mlir::Value, mlir::Value>> copies;
};

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_OUTLINING_LAYERCOMPARISON_H
