//===- FunctionOfElements.h - Regions that are functions --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IR_FUNCTIONOFELEMENTS_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IR_FUNCTIONOFELEMENTS_H

#include "mlir/IR/Operation.h"

namespace dtensor::stablehlo {

/// Verifies that `region` is a function from scalars of `arguments` to scalars
/// of `results`, which are element types.
mlir::LogicalResult
verifyFunctionOfElements(mlir::Operation *op, mlir::Region &region,
                         llvm::ArrayRef<mlir::Type> arguments,
                         llvm::ArrayRef<mlir::Type> results);

/// Verifies that `region` folds two scalars of each of `elements`.
mlir::LogicalResult verifyFold(mlir::Operation *op, mlir::Region &region,
                               llvm::ArrayRef<mlir::Type> elements);

/// Verifies that `region` takes `arguments` and returns `results`.
mlir::LogicalResult verifyRegion(mlir::Operation *op, mlir::Region &region,
                                 llvm::StringRef name,
                                 mlir::TypeRange arguments,
                                 mlir::TypeRange results);

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IR_FUNCTIONOFELEMENTS_H
