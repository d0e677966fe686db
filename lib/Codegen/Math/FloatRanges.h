//===- FloatRanges.h - Bounds of numbers ------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_MATH_FLOATRANGES_H
#define DTENSOR_LIB_CODEGEN_MATH_FLOATRANGES_H

#include "mlir/IR/Value.h"
#include <limits>

namespace dtensor {

/// Bounds of an f32 that is not NaN. By default there are none.
struct FloatRange {
  float least = -std::numeric_limits<float>::infinity();
  float most = std::numeric_limits<float>::infinity();
};

/// The bounds that follow from the operations that compute the value. They
/// hold for all roundings of functions that `MathPolynomials` makes.
FloatRange getRange(mlir::Value value);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_MATH_FLOATRANGES_H
