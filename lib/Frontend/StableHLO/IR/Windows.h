//===- Windows.h - Windows, paddings and indexed axes -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IR_WINDOWS_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IR_WINDOWS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace dtensor {

/// `low + extent + (extent - 1) * interior + high`; nothing if that is
/// negative or too large; kDynamic for a dynamic extent.
std::optional<int64_t> getPaddedExtent(int64_t extent, int64_t low,
                                       int64_t high, int64_t interior);

/// Windows over some axes. An empty member has its default.
struct WindowAxes {
  llvm::ArrayRef<int64_t> sizes;
  std::optional<llvm::ArrayRef<int64_t>> strides;
  mlir::DenseIntElementsAttr padding;
  std::optional<llvm::ArrayRef<int64_t>> baseDilations;
  std::optional<llvm::ArrayRef<int64_t>> windowDilations;
};

/// The number of windows that fit into each axis of `base`. Emits errors.
mlir::FailureOr<llvm::SmallVector<int64_t>>
getWindowCounts(mlir::Operation *op, llvm::ArrayRef<int64_t> base,
                const WindowAxes &window);

/// The axes that gather and scatter have in common, with their names there.
struct IndexAxes {
  llvm::StringRef mapName;
  llvm::ArrayRef<int64_t> map;
  llvm::StringRef droppedName;
  llvm::ArrayRef<int64_t> dropped;
  llvm::StringRef operandBatchName;
  llvm::ArrayRef<int64_t> operandBatch;
  llvm::StringRef indicesBatchName;
  llvm::ArrayRef<int64_t> indicesBatch;
  int64_t indexVector;
};

mlir::LogicalResult verifyIndexAxes(mlir::Operation *op, const IndexAxes &axes,
                                    llvm::ArrayRef<int64_t> operand,
                                    llvm::ArrayRef<int64_t> indices);

} // namespace dtensor

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IR_WINDOWS_H
