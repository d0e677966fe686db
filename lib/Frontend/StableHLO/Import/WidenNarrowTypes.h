//===- WidenNarrowTypes.h - Numbers of less than a byte or two --*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_WIDENNARROWTYPES_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_WIDENNARROWTYPES_H

#include "mlir/IR/BuiltinOps.h"

namespace dtensor::stablehlo {

/// Stores floats of less than 16 bits (f8E4M3FN, ...) in f16, and integers of 2
/// to 7 bits in 8, which devices and hosts support. Each value is exact there.
/// Results of computations are rounded, or wrap around, to the narrow type.
/// Errors: bit casts, floats without a zero (f8E8M0FNU), and dynamic extents.
mlir::LogicalResult widenNarrowTypes(mlir::ModuleOp module);

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_WIDENNARROWTYPES_H
