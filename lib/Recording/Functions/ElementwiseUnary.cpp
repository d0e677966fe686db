//===- ElementwiseUnary.cpp - Functions of one array's elements -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "ComplexLimits.h"
#include "Elementwise.h"

#include <limits>
#include <numbers>

namespace dtensor::recording {
using namespace prim;

//===----------------------------------------------------------------------===//
// Building blocks
//===----------------------------------------------------------------------===//

Value isNaN(Value x) { return compare(Comparison::NE, x, x); }

Value toBoolean(Value x) {
  return x && !isA(x.dtype(), kBoolean)
             ? compare(Comparison::NE, x, zerosLike(x))
             : x;
}

Value logicalNot(Value x) { return bitNot(toBoolean(x)); }

Value truncate(Value x) {
  Value isNegative = compare(Comparison::LT, x, zerosLike(x));
  return select(isNegative, ceil(x), floor(x));
}

Value signBit(Value x) {
  if (!x || isA(x.dtype(), kUnsigned))
    return fullLike(convert(x, DType::boolean), 0);
  if (isA(x.dtype(), kFloat))
    x = bitcast(x, getBits(x.dtype()) == 16   ? DType::int16
                   : getBits(x.dtype()) == 32 ? DType::int32
                                              : DType::int64);
  return compare(Comparison::LT, x, zerosLike(x));
}

/// A boolean of the same shape.
static Value always(Value x, bool value) {
  return full(*x.getGraph(), {DType::boolean, x.shape()}, int(value));
}

/// Applies `f` to a real number, or to both parts of a complex one.
template <typename F> static Value onParts(Value x, F f) {
  return isA(x.dtype(), kComplex) ? complex(f(real(x)), f(imag(x))) : f(x);
}

static Value isFiniteAny(Value x) {
  if (isA(x.dtype(), kComplex))
    return bitAnd(isFinite(real(x)), isFinite(imag(x)));
  return isA(x.dtype(), kFloat) ? isFinite(x) : always(x, true);
}

static Value isInfinite(Value x) {
  if (isA(x.dtype(), kComplex))
    return bitOr(isInfinite(real(x)), isInfinite(imag(x)));
  if (!isA(x.dtype(), kFloat))
    return always(x, false);
  double infinity = std::numeric_limits<double>::infinity();
  return compare(Comparison::EQ, abs(x), fullLike(x, infinity));
}

/// A multiple of a logarithm. Numbers of 32 bits and less are rounded once.
static Value scaledLog(Value x, double scale) {
  DType dtype = x.dtype();
  bool isWide = getBits(getComponent(dtype)) == 64;
  Value wide = isWide                 ? x
               : isA(dtype, kComplex) ? convert(x, DType::complex128)
                                      : convert(x, DType::float64);
  return convert(log(wide) * scale, dtype);
}

/// A complex number without negative zeros as the real part.
static Value withPositiveZero(Value x) {
  return isA(x.dtype(), kComplex) ? complex(real(x) + 0.0, imag(x)) : x;
}

static Value signOf(Value x) {
  if (isA(x.dtype(), kUnsigned))
    return convert(toBoolean(x), x.dtype());
  // The sign of zero is lost.
  return select(compare(Comparison::EQ, x, zerosLike(x)), zerosLike(x),
                sign(x));
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// Calls `f` with an array of one of the kinds. Integers become floats if only
/// floats are allowed.
template <unsigned kinds, typename F> static Argument apply(Call &call, F f) {
  Value x = call.array("x");
  if constexpr (!(kinds & kInteger))
    x = toInexact(x);
  if (!call.checkKind("x", x, kinds))
    return {};
  return f(x);
}

#define UNARY(name, kinds, summary, expression)                                \
  {name, "(x: array, /) -> array", summary, [](Call &call) -> Argument {       \
     return apply<kinds>(call, [](Value x) -> Value { return expression; });   \
   }}

llvm::ArrayRef<FunctionInfo> getUnaryFunctions() {
  static constexpr unsigned kBits = kInteger | kBoolean;
  static const FunctionInfo functions[] = {
      UNARY("abs", kNumeric, "The absolute value.",
            isA(x.dtype(), kUnsigned) ? x : abs(x)),
      UNARY("acos", kInexact, "The arc cosine.",
            atLimits(x, acos(x), limitOfAcos)),
      UNARY("acosh", kInexact, "The inverse hyperbolic cosine.",
            atLimits(x, acosh(x), limitOfAcosh)),
      UNARY("asin", kInexact, "The arc sine.",
            atLimits(x, asin(x), limitOfAsin)),
      UNARY("asinh", kInexact, "The inverse hyperbolic sine.",
            atLimits(x, asinh(x), limitOfAsinh)),
      UNARY("atan", kInexact, "The arc tangent.",
            atLimits(x, atan(x), limitOfAtan)),
      UNARY("atanh", kInexact, "The inverse hyperbolic tangent.",
            atLimits(x, atanh(x), limitOfAtanh)),
      UNARY("bitwise_invert", kBits, "All bits, or the boolean, inverted.",
            bitNot(x)),
      UNARY("ceil", kReal, "Rounded up.", isA(x.dtype(), kFloat) ? ceil(x) : x),
      UNARY("conj", kNumeric, "The complex conjugate.",
            isA(x.dtype(), kComplex) ? conj(x) : x),
      UNARY("cos", kInexact, "The cosine.", atLimits(x, cos(x), limitOfCos)),
      UNARY("cosh", kInexact, "The hyperbolic cosine.",
            atLimits(x, cosh(x), limitOfCosh)),
      UNARY("exp", kInexact, "The exponential function.",
            atLimits(x, exp(x), limitOfExp)),
      UNARY("expm1", kInexact, "exp(x) - 1, exact for small x.",
            withPositiveZero(atLimits(x, expm1(x), limitOfExpm1))),
      UNARY("floor", kReal, "Rounded down.",
            isA(x.dtype(), kFloat) ? floor(x) : x),
      UNARY("imag", kComplex, "The imaginary part.", imag(x)),
      UNARY("isfinite", kNumeric, "Whether neither infinite nor NaN.",
            isFiniteAny(x)),
      UNARY("isinf", kNumeric, "Whether infinite.", isInfinite(x)),
      UNARY("isnan", kNumeric, "Whether NaN.", isNaN(x)),
      UNARY("log", kInexact, "The natural logarithm.", log(x)),
      UNARY("log1p", kInexact, "log(1 + x), exact for small x.", log1p(x)),
      UNARY("log2", kInexact, "The logarithm to base 2.",
            scaledLog(x, std::numbers::log2e)),
      UNARY("log10", kInexact, "The logarithm to base 10.",
            scaledLog(x, std::numbers::log10e)),
      UNARY("logical_not", kAnyKind, "Whether zero or false.", logicalNot(x)),
      UNARY("negative", kNumeric, "-x.", negate(x)),
      UNARY("positive", kNumeric, "x.", x),
      UNARY("real", kNumeric, "The real part.",
            isA(x.dtype(), kComplex) ? real(x) : x),
      UNARY("reciprocal", kInexact, "1 / x.", 1 / x),
      UNARY("round", kNumeric, "To the nearest integer, halves to the even.",
            isA(x.dtype(), kInexact) ? onParts(x, roundEven) : x),
      UNARY("sign", kNumeric, "-1, 0 or 1; of complex numbers, x / |x|.",
            signOf(x)),
      UNARY("signbit", kReal, "Whether the sign is negative, also of zeros.",
            signBit(x)),
      UNARY("sin", kInexact, "The sine.", atLimits(x, sin(x), limitOfSin)),
      UNARY("sinh", kInexact, "The hyperbolic sine.",
            atLimits(x, sinh(x), limitOfSinh)),
      UNARY("sqrt", kInexact, "The square root.", sqrt(x)),
      UNARY("square", kNumeric, "x * x.", x * x),
      UNARY("tan", kInexact, "The tangent.", atLimits(x, tan(x), limitOfTan)),
      UNARY("tanh", kInexact, "The hyperbolic tangent.",
            atLimits(x, tanh(x), limitOfTanh)),
      UNARY("trunc", kReal, "Rounded towards zero.",
            isA(x.dtype(), kFloat) ? truncate(x) : x),
  };
  return functions;
}

} // namespace dtensor::recording
