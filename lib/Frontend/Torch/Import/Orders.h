//===- Orders.h - The bodies of tm_tensor -----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_TORCH_IMPORT_ORDERS_H
#define DTENSOR_LIB_FRONTEND_TORCH_IMPORT_ORDERS_H

#include "mlir/IR/Builders.h"

namespace dtensor::tm_tensor {

/// Builds what is in `body`, with `arguments` for its own; returns what it
/// yields.
llvm::SmallVector<mlir::Value> cloneBody(mlir::OpBuilder &builder,
                                         mlir::Block &body,
                                         mlir::ValueRange arguments);

/// Whether, of two positions, the first must come before the second where the
/// body says that it may. `arguments` come in pairs, as those of the body.
/// Strict, so that equal ones keep their order, and total on floats: NaN is
/// greater than any number.
mlir::Value createBefore(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Block &body, mlir::ValueRange arguments);

} // namespace dtensor::tm_tensor

#endif // DTENSOR_LIB_FRONTEND_TORCH_IMPORT_ORDERS_H
