//===- ErrorFunctions.cpp - The inverse of the error function -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpecialFunctions.h"
#include <limits>
#include <numbers>

using namespace mlir;
using namespace dtensor::stablehlo;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// M. Giles, "Approximating the erfinv function" (GPU Computing Gems 2, 2011),
/// single precision: two polynomials in w = -log((1 - x) (1 + x)), with a
/// relative error of 4e-7. Steps of Newton's method follow for doubles.
Real dtensor::stablehlo::erfInv(Real x) {
  // In the tails 1 - x^2 is small, so the rounding error of x^2 matters.
  Real square = x * x;
  Real lost = fma(x, x, -square);
  Real w = lost / (1. - square) - log1p(-square);
  Real near =
      polynomial(w - 2.5, {2.81022636e-08, 3.43273939e-07, -3.5233877e-06,
                           -4.39150654e-06, 0.00021858087, -0.00125372503,
                           -0.00417768164, 0.246640727, 1.50140941});
  Real far =
      polynomial(sqrt(w) - 3., {-0.000200214257, 0.000100950558, 0.00134934322,
                                -0.00367342844, 0.00573950773, -0.0076224613,
                                0.00943887047, 1.00167406, 2.83297682});
  Real result = select(w < 5., near, far) * x;
  if (x.type().isF64())
    for (int step = 0; step < 2; ++step) {
      // In the tails 1 - erf keeps the digits that erf loses.
      Real magnitude = abs(result);
      Real distance = select(magnitude < 0.5, erf(magnitude) - abs(x),
                             (1. - abs(x)) - erfc(magnitude));
      Real slope = exp(result * result) * (1 / std::numbers::inv_sqrtpi / 2);
      result = copySign(magnitude - distance * slope, x);
    }
  Condition isEnd = abs(x) == 1.;
  return select(isEnd, copySign(x.constant(kInfinity), x), result);
}

/// Works on bits, since the magnitudes of floats are ordered like integers.
Real dtensor::stablehlo::nextAfter(Real x, Real y) {
  ImplicitLocOpBuilder &b = *x.b;
  unsigned width = x.type().getWidth();
  Type type = b.getIntegerType(width);
  auto integer = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
  };
  Value bits = arith::BitcastOp::create(b, type, x.value);
  Value isNegative = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, bits,
                                           integer(APInt(width, 0)));
  Value isBelow = (x < y).value;
  // The magnitude shrinks if x is negative and rises, or positive and falls.
  Value shrinks =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, isNegative, isBelow);
  Value step = arith::SelectOp::create(
      b, shrinks, integer(APInt::getAllOnes(width)), integer(APInt(width, 1)));
  auto toFloat = [&](Value value) -> Real {
    return {&b, arith::BitcastOp::create(b, x.type(), value)};
  };
  Real result = toFloat(arith::AddIOp::create(b, bits, step));
  // From a zero of either sign, the result is the smallest number with the sign
  // of y.
  Real least = toFloat(integer(APInt(width, 1)));
  result = select(x == 0., copySign(least, y), result);
  result = select(x == y, y, result);
  return select(x.isNaN() || y.isNaN(), x + y, result);
}
