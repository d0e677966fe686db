//===- Shapes.h - Comparing shapes of ops -----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IR_SHAPES_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IR_SHAPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace dtensor {

using Extents = llvm::SmallVector<int64_t>;

/// The shape of a value that is known to be a ranked tensor.
llvm::ArrayRef<int64_t> shapeOf(mlir::Value value);
int64_t rankOf(mlir::Value value);
mlir::Type elementOf(mlir::Value value);

/// Whether two extents can be the same; kDynamic can be any.
inline bool agree(int64_t a, int64_t b) {
  return a == b || mlir::ShapedType::isDynamic(a) ||
         mlir::ShapedType::isDynamic(b);
}

/// A shape as it is printed in types: `2x3`, or `scalar`.
std::string textOf(llvm::ArrayRef<int64_t> shape);

/// Verifies that `result` has `shape` (kDynamic agrees with any extent).
mlir::LogicalResult verifyShape(mlir::Operation *op, mlir::Value result,
                                llvm::ArrayRef<int64_t> shape);

/// Verifies that the element types are the same.
mlir::LogicalResult verifyElement(mlir::Operation *op, mlir::Value a,
                                  mlir::Value b);

/// Verifies that `axes` are different axes of a tensor of `rank`.
mlir::LogicalResult verifyAxes(mlir::Operation *op, llvm::StringRef name,
                               llvm::ArrayRef<int64_t> axes, int64_t rank);

/// The same as verifyAxes, for axes that must also be in ascending order.
mlir::LogicalResult verifyAscendingAxes(mlir::Operation *op,
                                        llvm::StringRef name,
                                        llvm::ArrayRef<int64_t> axes,
                                        int64_t rank);

/// Verifies that `values` has one entry for each of `count` axes.
mlir::LogicalResult verifyCount(mlir::Operation *op, llvm::StringRef name,
                                llvm::ArrayRef<int64_t> values, int64_t count);

} // namespace dtensor

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IR_SHAPES_H
