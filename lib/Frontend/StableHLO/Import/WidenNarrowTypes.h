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

/// Makes floats of 4 to 8 bits (f8E4M3FN, ...) types of storage: ops that
/// compute read f32, and their results are rounded to the type. Values have a
/// byte each. Those of 4 and 6 bits are held in f8E4M3FN, and integers of 2 to
/// 7 bits in i8, which contain them. Errors: bit casts of these, and dynamic
/// extents.
mlir::LogicalResult widenNarrowTypes(mlir::ModuleOp module);

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_WIDENNARROWTYPES_H
