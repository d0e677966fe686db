//===- WidePolynomials.cpp - Functions of f32 by way of f64 ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MathPolynomials.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <limits>

using namespace mlir;
using namespace dtensor;
using arith::CmpFPredicate;

// In f64 no f32 is subnormal, no intermediate result overflows, and enough
// digits remain after cancellation. The only error is that of the last
// rounding, to f32.

static constexpr double kLog2 = 0.6931471805599453;
static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Value MathPolynomials::widen(Value x) {
  return arith::ExtFOp::create(b, loc, b.getF64Type(), x);
}
Value MathPolynomials::narrow(Value x) {
  return arith::TruncFOp::create(b, loc, b.getF32Type(), x);
}
Value MathPolynomials::constantI64(int64_t value) {
  return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(value));
}
Value MathPolynomials::toBitsF64(Value x) {
  return arith::BitcastOp::create(b, loc, b.getI64Type(), x);
}
Value MathPolynomials::fromBitsF64(Value bits) {
  return arith::BitcastOp::create(b, loc, b.getF64Type(), bits);
}

Value MathPolynomials::polynomialF64(Value x, ArrayRef<double> coefficients) {
  Value result = constantF64(coefficients.front());
  for (double coefficient : coefficients.drop_front())
    result = fma(result, x, constantF64(coefficient));
  return result;
}

/// x = n ln2 + f with |f| <= ln2/2, and exp(x) = 2^n P(f). Beyond 200 the
/// result does not fit an f32.
Value MathPolynomials::expF64(Value x) {
  Value most = constantF64(200), least = constantF64(-200);
  x = select(CmpFPredicate::OGT, x, most, most, x);
  x = select(CmpFPredicate::OLT, x, least, least, x);
  // As in exp, the low bits hold n. For a NaN that was an f32 they are 0.
  Value magic = constantF64(6755399441055744.0);
  Value shifted = fma(x, constantF64(1 / kLog2), magic);
  Value f = fma(sub(shifted, magic), constantF64(-kLog2), x);
  Value p = polynomialF64(f, {1. / 362880, 1. / 40320, 1. / 5040, 1. / 720,
                              1. / 120, 1. / 24, 1. / 6, 1. / 2, 1, 1});
  Value scale =
      arith::ShLIOp::create(b, loc, toBitsF64(shifted), constantI64(52));
  return fromBitsF64(arith::AddIOp::create(b, loc, toBitsF64(p), scale));
}

/// x = 2^e m with sqrt(1/2) <= m < sqrt(2), and log(m) = 2 atanh(s) with s = (m
/// - 1) / (m + 1). The result is NaN for negative numbers.
Value MathPolynomials::logF64(Value x) {
  // Bits of f64: the fraction, sqrt(1/2), 1 and 2^52.
  constexpr int64_t kFraction = 0x000FFFFFFFFFFFFF;
  constexpr int64_t kRootOfHalf = 0x3FE6A09E667F3BCD;
  constexpr int64_t kOne = 0x3FF0000000000000;
  constexpr int64_t kTwoTo52 = 0x4330000000000000;
  // The exponent, biased, is that of x if m is 1.
  Value moved = arith::AddIOp::create(b, loc, toBitsF64(x),
                                      constantI64(kOne - kRootOfHalf));
  Value biased = arith::ShRUIOp::create(b, loc, moved, constantI64(52));
  Value fraction = arith::AndIOp::create(b, loc, moved, constantI64(kFraction));
  Value m = fromBitsF64(
      arith::AddIOp::create(b, loc, fraction, constantI64(kRootOfHalf)));
  Value e = sub(
      fromBitsF64(arith::OrIOp::create(b, loc, biased, constantI64(kTwoTo52))),
      constantF64(0x1p52 + 1023));
  Value one = constantF64(1);
  Value s = div(sub(m, one), add(m, one));
  Value p = polynomialF64(mul(s, s), {2. / 15, 2. / 13, 2. / 11, 2. / 9, 2. / 7,
                                      2. / 5, 2. / 3, 2});
  Value result = fma(e, constantF64(kLog2), mul(p, s));
  Value zero = constantF64(0), infinity = constantF64(kInfinity);
  result = select(CmpFPredicate::OEQ, x, zero, constantF64(-kInfinity), result);
  result = select(CmpFPredicate::OLT, x, zero, constantF64(kNaN), result);
  return select(CmpFPredicate::UEQ, x, infinity, x, result);
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// exp(y log|x|), with the sign that an odd y leaves.
Value MathPolynomials::pow(Value x, Value y) {
  Value base = widen(x), exponent = widen(y);
  Value magnitude = abs(base);
  Value one = constantF64(1), half = constantF64(0.5);
  Value result = expF64(mul(exponent, logF64(magnitude)));
  auto compare = [&](CmpFPredicate predicate, Value lhs, Value rhs) -> Value {
    return arith::CmpFOp::create(b, loc, predicate, lhs, rhs);
  };
  auto both = [&](Value lhs, Value rhs) -> Value {
    return arith::AndIOp::create(b, loc, lhs, rhs);
  };
  auto choose = [&](Value condition, Value ifTrue, Value ifFalse) -> Value {
    return arith::SelectOp::create(b, loc, condition, ifTrue, ifFalse);
  };
  // An infinite exponent is an even number.
  Value ordered = compare(CmpFPredicate::ORD, base, exponent);
  result = choose(both(ordered, compare(CmpFPredicate::OEQ, magnitude, one)),
                  one, result);
  Value whole = compare(CmpFPredicate::OEQ, exponent,
                        math::FloorOp::create(b, loc, exponent));
  Value halved = mul(exponent, half);
  Value isOdd = both(whole, compare(CmpFPredicate::ONE, halved,
                                    math::FloorOp::create(b, loc, halved)));
  result = choose(isOdd, copySign(result, base), result);
  Value isBelow =
      both(compare(CmpFPredicate::OLT, base, constantF64(0)),
           compare(CmpFPredicate::ONE, magnitude, constantF64(kInfinity)));
  Value broken =
      both(isBelow, compare(CmpFPredicate::ONE, exponent,
                            math::FloorOp::create(b, loc, exponent)));
  result = choose(broken, constantF64(kNaN), result);
  // 1 to any power is 1, even if the exponent is NaN.
  result = select(CmpFPredicate::OEQ, base, one, one, result);
  result = select(CmpFPredicate::OEQ, exponent, constantF64(0), one, result);
  return narrow(result);
}

//===----------------------------------------------------------------------===//
// Hyperbolic functions
//===----------------------------------------------------------------------===//

/// Uses the series near zero, where the difference would cancel.
Value MathPolynomials::sinh(Value x) {
  Value wide = widen(x), magnitude = abs(wide);
  Value power = expF64(magnitude);
  Value large = mul(sub(power, div(constantF64(1), power)), constantF64(0.5));
  Value square = mul(wide, wide);
  Value p = polynomialF64(
      square, {1. / 39916800, 1. / 362880, 1. / 5040, 1. / 120, 1. / 6});
  Value small = fma(mul(p, square), wide, wide);
  return narrow(select(CmpFPredicate::OLT, magnitude, constantF64(1), small,
                       copySign(large, wide)));
}

Value MathPolynomials::cosh(Value x) {
  Value power = expF64(abs(widen(x)));
  return narrow(mul(add(power, div(constantF64(1), power)), constantF64(0.5)));
}

/// log(|x| + sqrt(x^2 + 1)), with the series near zero.
Value MathPolynomials::asinh(Value x) {
  Value wide = widen(x), magnitude = abs(wide);
  Value square = mul(wide, wide);
  Value root = math::SqrtOp::create(b, loc, add(square, constantF64(1)));
  Value large = logF64(add(magnitude, root));
  Value p = polynomialF64(square, {105. / 3456, -15. / 336, 3. / 40, -1. / 6});
  Value small = fma(mul(p, square), magnitude, magnitude);
  Value result =
      select(CmpFPredicate::OLT, magnitude, constantF64(0.0625), small, large);
  return narrow(copySign(result, wide));
}

/// log(x + sqrt(x^2 - 1)); NaN below 1.
Value MathPolynomials::acosh(Value x) {
  Value wide = widen(x), one = constantF64(1);
  Value root =
      math::SqrtOp::create(b, loc, sub(mul(wide, wide), one)).getResult();
  Value result = logF64(add(wide, root));
  return narrow(
      select(CmpFPredicate::OLT, wide, one, constantF64(kNaN), result));
}

/// log((1 + |x|) / (1 - |x|)) / 2, with the series near zero.
Value MathPolynomials::atanh(Value x) {
  Value wide = widen(x), magnitude = abs(wide), one = constantF64(1);
  Value ratio = div(add(one, magnitude), sub(one, magnitude));
  Value large = mul(logF64(ratio), constantF64(0.5));
  Value square = mul(wide, wide);
  Value p = polynomialF64(square, {1. / 11, 1. / 9, 1. / 7, 1. / 5, 1. / 3});
  Value small = fma(mul(p, square), wide, wide);
  return narrow(select(CmpFPredicate::OLT, magnitude, constantF64(0.0625),
                       small, copySign(large, wide)));
}
