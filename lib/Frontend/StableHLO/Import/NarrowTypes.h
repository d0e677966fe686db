//===- NarrowTypes.h - Types of less than a byte or two ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_NARROWTYPES_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_NARROWTYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

namespace dtensor::stablehlo {

/// The element type if it is a float of 4 to 8 bits.
inline mlir::FloatType getNarrowFloat(mlir::Type type) {
  auto element = mlir::dyn_cast<mlir::FloatType>(getElementTypeOrSelf(type));
  return element && element.getWidth() < 16 ? element : mlir::FloatType();
}

/// The type in which numbers of a narrow one are computed. A result is rounded
/// only once, since it has more than twice the digits, and its exponents
/// contain those of products.
inline mlir::FloatType getComputedFloat(mlir::FloatType narrow) {
  // This one has all powers of two of f32.
  if (mlir::isa<mlir::Float8E8M0FNUType>(narrow))
    return mlir::Float64Type::get(narrow.getContext());
  return mlir::Float32Type::get(narrow.getContext());
}

/// The element type if it is an integer of 2 to 7 bits.
inline mlir::IntegerType getNarrowInteger(mlir::Type type) {
  auto element = mlir::dyn_cast<mlir::IntegerType>(getElementTypeOrSelf(type));
  return element && element.getWidth() > 1 && element.getWidth() < 8
             ? element
             : mlir::IntegerType();
}

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_NARROWTYPES_H
