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

/// An elementary function that programs have, and the C library's, which has
/// nothing in common with the compiler's.
struct MathFunction {
  /// As the op of the dialect `math` is called.
  const char *name;
  unsigned numArguments;
  /// The largest error in units in the last place.
  double bound;
  /// For results of f32; an error of these of 1 ulp is 2^-29 of theirs.
  double (*ofF64)(double, double);
  /// For results of f64.
  long double (*ofLongDouble)(long double, long double);
};

llvm::ArrayRef<MathFunction> getMathFunctions();

/// For messages of tests.
inline void PrintTo(const MathFunction &function, std::ostream *os) {
  *os << function.name;
}

/// The error of a result in units in the last place of what it should be. 0
/// where both are NaN, or equal with the same sign; infinite where only one of
/// them is NaN, infinite, or a zero of this sign.
template <typename T, typename Wide> double getError(T result, Wide expected);

extern template double getError(float, double);
extern template double getError(double, long double);

} // namespace dtensor

#endif // DTENSOR_UNIT_MATHFUNCTIONS_MATHFUNCTION_H
