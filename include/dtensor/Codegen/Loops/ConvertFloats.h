//===- ConvertFloats.h - Storage types and types of sums --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CODEGEN_LOOPS_CONVERTFLOATS_H
#define DTENSOR_CODEGEN_LOOPS_CONVERTFLOATS_H

#include "mlir/IR/Builders.h"

namespace dtensor {

/// Converts floats, a scalar or a vector, to elements of type `element`, which
/// is wider or narrower. Halves are stored, and summed in f32.
mlir::Value convertFloats(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value value, mlir::Type element);

} // namespace dtensor

#endif // DTENSOR_CODEGEN_LOOPS_CONVERTFLOATS_H
