//===- ScalarOps.h - Elementwise ops on one element -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_SCALAROPS_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_SCALAROPS_H

#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace dtensor::stablehlo {

/// The result of an elementwise op for one element. `operands` are scalars of
/// the op's operands' element types, without signs. Null if the op is not
/// elementwise. Numerics are those of the specification
/// (https://openxla.org/stablehlo/spec). If it leaves a result open, it is that
/// of XLA on a CPU.
mlir::Value createScalar(mlir::ImplicitLocOpBuilder &builder,
                         mlir::Operation *op, mlir::ValueRange operands);

/// Converts to the nearest value of type `to`. `fromUnsigned` and `toUnsigned`
/// say whether integers are unsigned. Floats are truncated towards zero and
/// saturated, and NaN becomes 0.
mlir::Value createConversion(mlir::ImplicitLocOpBuilder &builder,
                             mlir::Value value, bool fromUnsigned,
                             mlir::Type to, bool toUnsigned);

/// A constant of a float, integer or complex type.
mlir::Value createConstant(mlir::ImplicitLocOpBuilder &builder, mlir::Type type,
                           double value);

/// The element of a constant tensor whose elements are equal; null for another
/// tensor.
mlir::Value createElement(mlir::ImplicitLocOpBuilder &builder, ConstantOp op);

/// Compares floats in total order: -NaN, -inf, ... -0, 0, ... inf, NaN.
/// `predicate` is a signed one.
mlir::Value createTotalOrder(mlir::ImplicitLocOpBuilder &builder,
                             mlir::arith::CmpIPredicate predicate,
                             mlir::Value x, mlir::Value y);

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_SCALAROPS_H
