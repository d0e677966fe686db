//===- MathFunction.h - Functions and their exact values --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_MATHFUNCTIONS_MATHFUNCTION_H
#define DTENSOR_UNIT_MATHFUNCTIONS_MATHFUNCTION_H

#include "llvm/ADT/ArrayRef.h"
#include <ostream>

namespace dtensor {

/// An elementary function of programs, and that of the C library, which is
/// independent of the compiler's.
struct MathFunction {
  /// The name of the op in the dialect `math`.
  const char *name;
  unsigned numArguments;
  /// The largest error in units in the last place.
  double bound;
  /// The reference for results of f32. An error of 1 ulp in f64 is 2^-29 ulp of
  /// f32.
  double (*ofF64)(double, double);
  /// The reference for results of f64.
  long double (*ofLongDouble)(long double, long double);
};

llvm::ArrayRef<MathFunction> getMathFunctions();

/// Prints the function in messages of tests.
inline void PrintTo(const MathFunction &function, std::ostream *os) {
  *os << function.name;
}

/// The error of a result in units in the last place of the exact value. It is 0
/// if both are NaN, or equal with the same sign. It is infinite if only one of
/// them is NaN, infinite, or a zero of this sign.
template <typename T, typename Wide> double getError(T result, Wide expected);

extern template double getError(float, double);
extern template double getError(double, long double);

} // namespace dtensor

#endif // DTENSOR_UNIT_MATHFUNCTIONS_MATHFUNCTION_H
