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

/// Builds the ops of `body` with `arguments` in place of its own. Returns the
/// values that it yields.
llvm::SmallVector<mlir::Value> cloneBody(mlir::OpBuilder &builder,
                                         mlir::Block &body,
                                         mlir::ValueRange arguments);

/// Whether the first of two positions must come before the second, for a body
/// that says whether it may. `arguments` come in pairs, as those of the body.
/// The order is strict, so that equal elements keep their order, and total on
/// floats: NaN is greater than any number.
mlir::Value createBefore(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Block &body, mlir::ValueRange arguments);

} // namespace dtensor::tm_tensor

#endif // DTENSOR_LIB_FRONTEND_TORCH_IMPORT_ORDERS_H
