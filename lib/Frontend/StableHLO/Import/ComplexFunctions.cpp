//===- ComplexFunctions.cpp - Functions of complex numbers ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComplexFunctions.h"
#include <limits>
#include <numbers>

using namespace mlir;
using namespace dtensor::stablehlo;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();

namespace dtensor::stablehlo {
static Complex operator+(double x, Complex z) { return {x + z.re, z.im}; }
static Complex operator-(double x, Complex z) { return {x - z.re, -z.im}; }
static Complex operator-(Complex z) { return {-z.re, -z.im}; }
static Complex operator*(Complex z, Complex w) {
  return {z.re * w.re - z.im * w.im, z.re * w.im + z.im * w.re};
}
static Complex operator/(Complex z, Real x) { return {z.re / x, z.im / x}; }
static Complex select(Condition condition, Complex z, Complex w) {
  return {select(condition, z.re, w.re), select(condition, z.im, w.im)};
}
/// i z, and z / i.
static Complex turn(Complex z) { return {-z.im, z.re}; }
static Complex turnBack(Complex z) { return {z.im, -z.re}; }

/// 1 / z where |z| neither overflows nor underflows when squared.
static Complex reciprocal(Complex z) {
  return Complex{z.re, -z.im} / (z.re * z.re + z.im * z.im);
}

} // namespace dtensor::stablehlo

//===----------------------------------------------------------------------===//
// Magnitudes
//===----------------------------------------------------------------------===//

namespace {
/// The larger and the smaller of the parts' magnitudes, and (small / large)^2.
struct Parts {
  explicit Parts(Complex z)
      : large(max(abs(z.re), abs(z.im))), small(min(abs(z.re), abs(z.im))),
        isInfinite(abs(z.re) == kInfinity || abs(z.im) == kInfinity),
        square(large) {
    Real ratio = select(large == 0., 0., small / large);
    square = ratio * ratio;
  }
  Real large, small;
  Condition isInfinite;
  Real square;
};
} // namespace

Real dtensor::stablehlo::hypot(Complex z) {
  Parts parts(z);
  return select(parts.isInfinite, kInfinity,
                parts.large * sqrt(1. + parts.square));
}

Complex dtensor::stablehlo::sign(Complex z) {
  Real magnitude = hypot(z);
  return select(magnitude == 0., z, z / magnitude);
}

Complex dtensor::stablehlo::sqrt(Complex z) {
  Real magnitude = hypot(z);
  Real root = sqrt(abs(z.re) * 0.5 + magnitude * 0.5);
  Real other = select(root == 0., 0., abs(z.im) * 0.5 / root);
  // An infinite imaginary part decides the result.
  Condition isTall = abs(z.im) == kInfinity;
  root = select(isTall, kInfinity, root);
  other = select(isTall, kInfinity, other);
  Condition isRight = z.re >= 0. || isTall;
  return {select(isRight, root, other),
          copySign(select(isRight, other, root), z.im)};
}

Complex dtensor::stablehlo::rsqrt(Complex z) {
  Complex root = sqrt(z);
  // 1 / root = conj(root) / |root|^2, and |root|^2 = |z|.
  Real magnitude = hypot(z);
  Complex result = Complex{root.re, -root.im} / magnitude;
  Condition vanishes = magnitude == kInfinity;
  return {select(vanishes, 0., result.re),
          select(vanishes, copySign(z.im.constant(0.), -z.im), result.im)};
}

//===----------------------------------------------------------------------===//
// Exponentials and logarithms
//===----------------------------------------------------------------------===//

/// e^x (cos y, sin y), also where e^x alone overflows.
static Complex polar(Real x, Real y) {
  constexpr double kMuch = 700;
  constexpr double kExpOfMuch = 1.0142320547350045e304;
  Condition isMuch = x > kMuch;
  Real magnitude = exp(select(isMuch, x - kMuch, x));
  Real rest = select(isMuch, kExpOfMuch, x.constant(1.));
  Condition isNothing = magnitude == 0.;
  // 0 times an infinite or NaN factor would be NaN.
  return {select(isNothing, 0., magnitude * cos(y) * rest),
          select(isNothing || y == 0., y * 0., magnitude * sin(y) * rest)};
}

Complex dtensor::stablehlo::exp(Complex z) {
  Complex result = polar(z.re, z.im);
  Condition isNothing = z.re == -kInfinity;
  return {result.re, select(isNothing, 0., result.im)};
}

Complex dtensor::stablehlo::expm1(Complex z) {
  Complex whole = exp(z);
  Real half = sin(z.im * 0.5);
  Real re = expm1(z.re) * cos(z.im) - 2. * half * half;
  // Far from 0 subtracting 1 has no effect, and infinities have no such
  // difference.
  return {select(abs(z.re) > 40., whole.re - 1., re), whole.im};
}

Complex dtensor::stablehlo::log(Complex z) {
  Parts parts(z);
  // Near the unit circle the result is the logarithm of 1 and a small number.
  Real nearOne = log1p((parts.large - 1.) * (parts.large + 1.) +
                       parts.small * parts.small) *
                 0.5;
  Real otherwise = log(parts.large) + log1p(parts.square) * 0.5;
  Condition isNear = parts.large > 0.5 && parts.large < 2.;
  Real re = select(isNear, nearOne, otherwise);
  return {select(parts.isInfinite, kInfinity, re), atan2(z.im, z.re)};
}

Complex dtensor::stablehlo::log1p(Complex z) {
  Complex whole = log(1. + z);
  Real nearZero = log1p(z.re * (2. + z.re) + z.im * z.im) * 0.5;
  Condition isNear = abs(z.re) < 0.5 && abs(z.im) < 0.5;
  return {select(isNear, nearZero, whole.re), whole.im};
}

Complex dtensor::stablehlo::pow(Complex z, Complex w) {
  Complex product = w * log(z);
  Complex result = polar(product.re, product.im);
  // 0 has no logarithm.
  Condition isZero = z.re == 0. && z.im == 0.;
  Condition isOne = w.re == 0. && w.im == 0.;
  Real zero = z.re.constant(0.);
  result = select(isZero && w.re > 0., Complex{zero, zero}, result);
  return select(isOne, Complex{z.re.constant(1.), zero}, result);
}

Complex dtensor::stablehlo::logistic(Complex z) {
  // The exponential is that of z or -z, whichever is at most 1 in magnitude.
  Condition isRight = z.re >= 0.;
  Complex e = exp(select(isRight, -z, z));
  Complex inverse = reciprocal(1. + e);
  return select(isRight, inverse, e * inverse);
}

//===----------------------------------------------------------------------===//
// Sines and tangents
//===----------------------------------------------------------------------===//

Complex dtensor::stablehlo::sinh(Complex z) {
  Real re = sinh(z.re) * cos(z.im);
  Real im = cosh(z.re) * sin(z.im);
  // 0 times infinity is 0 here.
  return {select(z.re == 0., z.re, re), select(z.im == 0., z.im, im)};
}

Complex dtensor::stablehlo::cosh(Complex z) {
  Real re = cosh(z.re) * cos(z.im);
  Real im = sinh(z.re) * sin(z.im);
  return {re, select(z.re == 0. || z.im == 0., z.re * z.im, im)};
}

Complex dtensor::stablehlo::tanh(Complex z) {
  Real tangent = tan(z.im);
  Real secant = 1. + tangent * tangent;
  Real sine = sinh(z.re);
  Real cosine = sqrt(1. + sine * sine);
  Real below = 1. + secant * sine * sine;
  Complex near{secant * cosine * sine / below, tangent / below};
  // Beyond this the real part is 1 to the last digit, and squares overflow.
  Real magnitude = abs(z.re);
  Real one = copySign(z.re.constant(1.), z.re);
  Real rest = 4. * sin(z.im) * cos(z.im) * exp(-2. * magnitude);
  Complex far{one, select(magnitude == kInfinity,
                          copySign(z.im.constant(0.), z.im), rest)};
  return select(magnitude > 22., far, near);
}

Complex dtensor::stablehlo::sin(Complex z) { return turnBack(sinh(turn(z))); }
Complex dtensor::stablehlo::cos(Complex z) { return cosh(turn(z)); }
Complex dtensor::stablehlo::tan(Complex z) { return turnBack(tanh(turn(z))); }

//===----------------------------------------------------------------------===//
// Their inverses
//===----------------------------------------------------------------------===//

Complex dtensor::stablehlo::asin(Complex z) {
  Complex minus = sqrt(1. - z), plus = sqrt(1. + z);
  return {atan2(z.re, minus.re * plus.re - minus.im * plus.im),
          asinh(minus.re * plus.im - minus.im * plus.re)};
}

Complex dtensor::stablehlo::acos(Complex z) {
  Complex minus = sqrt(1. - z), plus = sqrt(1. + z);
  return {2. * atan2(minus.re, plus.re),
          asinh(plus.re * minus.im - plus.im * minus.re)};
}

Complex dtensor::stablehlo::acosh(Complex z) {
  Complex minus = sqrt(Complex{z.re - 1., z.im}), plus = sqrt(1. + z);
  return {asinh(minus.re * plus.re + minus.im * plus.im),
          2. * atan2(minus.im, plus.re)};
}

Complex dtensor::stablehlo::atanh(Complex z) {
  // The function is odd. In the right half the logarithm is never that of a
  // number near 0.
  Real x = abs(z.re), y = z.im;
  Real re = log1p(4. * x / ((1. - x) * (1. - x) + y * y)) * 0.25;
  Real im = atan2(2. * y, (1. - x) * (1. + x) - y * y) * 0.5;
  // 1 / z is used where squares overflow.
  Parts parts(z);
  Condition isFar = parts.large > 1e140;
  Real inverse = select(parts.isInfinite, 0., x / parts.large / parts.large) /
                 (1. + parts.square);
  Real quarter = copySign(y.constant(std::numbers::pi / 2), y);
  return {copySign(select(isFar, inverse, re), z.re),
          select(isFar, quarter, im)};
}

Complex dtensor::stablehlo::asinh(Complex z) { return turnBack(asin(turn(z))); }
Complex dtensor::stablehlo::atan(Complex z) { return turnBack(atanh(turn(z))); }
