//===- ComplexLimits.cpp - Complex functions of infinities and NaNs -------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The array API standard takes the results from annex G of the C standard. In
// each function, x and y are the parts of a number of which one is infinite or
// NaN.
//
//===----------------------------------------------------------------------===//

#include "ComplexLimits.h"
#include "Elementwise.h"

#include <limits>
#include <numbers>

namespace dtensor::recording {
using namespace prim;

static constexpr double kPi = std::numbers::pi;

static Value isZero(Value x) {
  return compare(Comparison::EQ, x, zerosLike(x));
}

static Value isInfinite(Value x) {
  Value bound = fullLike(x, std::numeric_limits<double>::infinity());
  return compare(Comparison::EQ, abs(x), bound);
}

static Value isNegative(Value x) {
  return compare(Comparison::LT, x, zerosLike(x));
}

static Value nanLike(Value x) {
  return fullLike(x, std::numeric_limits<double>::quiet_NaN());
}

static Value infinityLike(Value x) {
  return fullLike(x, std::numeric_limits<double>::infinity());
}

/// Multiplication by -i.
static Value turnBack(Value z) { return complex(imag(z), -real(z)); }

Value limitOfExp(Value x, Value y) {
  Value length = exp(x);
  Value fallback = select(isInfinite(x), length, nanLike(x));
  Value re = select(isFinite(y), length * cos(y), fallback);
  // A length of 0 stays 0 in any direction.
  Value vanishes = bitAnd(isInfinite(x), isZero(length));
  Value at = select(vanishes, zerosLike(x), nanLike(x));
  Value im = select(isFinite(y), length * sin(y), at);
  re = select(isZero(y), length, re);
  return complex(re, select(isZero(y), y, im));
}

Value limitOfSinh(Value x, Value y) {
  Value isTurned = bitAnd(isInfinite(x), isFinite(y));
  Value re = select(isInfinite(x), x, nanLike(x));
  re = select(isTurned, x * cos(y), re);
  Value im = select(isTurned, abs(x) * sin(y), nanLike(x));
  return complex(select(isZero(x), x, select(isZero(y), x, re)),
                 select(isZero(y), y, im));
}

Value limitOfCosh(Value x, Value y) {
  Value isTurned = bitAnd(isInfinite(x), isFinite(y));
  Value re = select(isInfinite(x), abs(x), nanLike(x));
  re = select(isTurned, abs(x) * cos(y), re);
  Value im = select(isTurned, x * sin(y), nanLike(x));
  Value isReal = bitOr(isZero(x), isZero(y));
  return complex(re,
                 select(isReal, copySign(copySign(zerosLike(x), x), y), im));
}

Value limitOfTanh(Value x, Value y) {
  Value re = select(isZero(x), x, nanLike(x));
  re = select(isInfinite(x), copySign(onesLike(x), x), re);
  Value im = select(isInfinite(x), copySign(zerosLike(y), y), nanLike(x));
  return complex(re, select(isZero(y), y, im));
}

Value limitOfAsinh(Value x, Value y) {
  Value isEither = bitOr(isInfinite(x), isInfinite(y));
  Value re = select(isEither, copySign(infinityLike(x), x), nanLike(x));
  Value angle =
      select(isInfinite(x), fullLike(x, kPi / 4), fullLike(x, kPi / 2));
  angle = select(isInfinite(y), angle, zerosLike(x));
  Value isUnknown = bitOr(isNaN(x), isNaN(y));
  Value im = select(isUnknown, nanLike(x), copySign(angle, y));
  return complex(re, select(bitAnd(isNaN(x), isZero(y)), y, im));
}

Value limitOfAcosh(Value x, Value y) {
  Value isEither = bitOr(isInfinite(x), isInfinite(y));
  Value re = select(isEither, infinityLike(x), nanLike(x));
  auto choose = [&](double negative, double positive) {
    return select(isNegative(x), fullLike(x, negative), fullLike(x, positive));
  };
  Value steep =
      select(isInfinite(x), choose(3 * kPi / 4, kPi / 4), fullLike(x, kPi / 2));
  Value angle = select(isInfinite(y), steep, choose(kPi, 0));
  Value isUnknown = bitOr(isNaN(x), isNaN(y));
  Value im = select(isUnknown, nanLike(x), copySign(angle, y));
  Value isUpright = bitAnd(isZero(x), isNaN(y));
  return complex(re, select(isUpright, fullLike(x, kPi / 2), im));
}

Value limitOfAcos(Value x, Value y) {
  Value other = limitOfAcosh(x, y);
  Value length = real(other);
  Value im = select(signBit(y), length, -length);
  return complex(abs(imag(other)), im);
}

Value limitOfAtanh(Value x, Value y) {
  Value zero = copySign(zerosLike(x), x);
  Value isKnown = bitOr(isZero(x), isInfinite(x));
  Value re = select(isNaN(y), select(isKnown, zero, nanLike(x)), zero);
  re = select(isNaN(x), select(isInfinite(y), zero, nanLike(x)), re);
  Value isUnknown = bitOr(isNaN(y), bitAnd(isNaN(x), bitNot(isInfinite(y))));
  Value angle = copySign(fullLike(x, kPi / 2), y);
  return complex(re, select(isUnknown, nanLike(x), angle));
}

/// The parts of i z, whose hyperbolic functions are the trigonometric ones of
/// z.
Value limitOfCos(Value x, Value y) { return limitOfCosh(-y, x); }
Value limitOfSin(Value x, Value y) { return turnBack(limitOfSinh(-y, x)); }
Value limitOfTan(Value x, Value y) { return turnBack(limitOfTanh(-y, x)); }
Value limitOfAsin(Value x, Value y) { return turnBack(limitOfAsinh(-y, x)); }
Value limitOfAtan(Value x, Value y) { return turnBack(limitOfAtanh(-y, x)); }

Value limitOfExpm1(Value x, Value y) {
  Value limit = limitOfExp(x, y);
  return complex(real(limit) - 1, imag(limit));
}

Value atLimits(Value z, Value regular, Limit limit) {
  if (!z || !isA(z.dtype(), kComplex))
    return regular;
  // Nothing is to be differentiated there.
  Value constant = stopGradient(z);
  Value x = real(constant), y = imag(constant);
  return select(bitAnd(isFinite(x), isFinite(y)), regular, limit(x, y));
}

} // namespace dtensor::recording
