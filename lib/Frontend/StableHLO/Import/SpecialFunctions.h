//===- SpecialFunctions.h - Functions of mathematical physics ---*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_SPECIALFUNCTIONS_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_SPECIALFUNCTIONS_H

#include "Formula.h"

namespace dtensor::stablehlo {

/// Functions of f64. Absolute errors are some 1e-15 times the larger of 1 and
/// the result. Narrower floats, widened and rounded back, are correct to one
/// unit of the last place.
///
/// log |gamma(x)|; infinite at the poles.
Real lgamma(Real x);
/// The derivative of log gamma(x); NaN at the poles.
Real digamma(Real x);
/// The derivative of order n of digamma; NaN unless n is 0, 1, 2, ...
Real polygamma(Real n, Real x);
/// The sum of (q + k)^-x over k >= 0; infinite at the poles, NaN for x < 1.
Real zeta(Real x, Real q);
/// e^-|x| I_1(x), the modified Bessel function of the first kind.
Real besselI1e(Real x);

/// The inverse of the error function, for f32 or f64; infinite at -1 and 1.
Real erfInv(Real x);
/// The next float after `x` towards `y`, for any type.
Real nextAfter(Real x, Real y);

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_SPECIALFUNCTIONS_H
