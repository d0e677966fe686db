//===- FloatConversions.h - Narrow floats without calls ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_MATH_FLOATCONVERSIONS_H
#define DTENSOR_LIB_CODEGEN_MATH_FLOATCONVERSIONS_H

#include "mlir/IR/PatternMatch.h"

namespace dtensor {

/// Adds conversions between floats of 8 or 16 bits and wider ones, and ops that
/// need them. LLVM would turn these into calls of the compiler's own library.
/// `convertsHalves` says that there are instructions between f16 and f32.
void populateFloatConversionPatterns(mlir::RewritePatternSet &patterns,
                                     bool convertsHalves);

/// Adds those of floats of 8 bits, which no processor has.
void populateByteFloatConversionPatterns(mlir::RewritePatternSet &patterns);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_MATH_FLOATCONVERSIONS_H
