//===- MathPolynomials.cpp - Functions of f32 that LLVM vectorises --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MathPolynomials.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <limits>

using namespace mlir;
using namespace dtensor;
using arith::CmpFPredicate;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value MathPolynomials::constant(float value) {
  return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(value));
}
Value MathPolynomials::constantF64(double value) {
  return arith::ConstantOp::create(b, loc, b.getF64FloatAttr(value));
}
Value MathPolynomials::constantI32(int32_t value) {
  return arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(value));
}
Value MathPolynomials::add(Value x, Value y) {
  return arith::AddFOp::create(b, loc, x, y);
}
Value MathPolynomials::sub(Value x, Value y) {
  return arith::SubFOp::create(b, loc, x, y);
}
Value MathPolynomials::mul(Value x, Value y) {
  return arith::MulFOp::create(b, loc, x, y);
}
Value MathPolynomials::div(Value x, Value y) {
  return arith::DivFOp::create(b, loc, x, y);
}
Value MathPolynomials::fma(Value x, Value y, Value z) {
  return math::FmaOp::create(b, loc, x, y, z);
}

/// T. J. Dekker's product: two factors with half the digits each have a product
/// without rounding error (Numerische Mathematik 18, 1971).
Value MathPolynomials::fmaExact(Value x, Value y, Value z) {
  if (fusesMultiplyAdd)
    return fma(x, y, z);
  auto split = [&](Value value) -> std::pair<Value, Value> {
    Value large = mul(value, constantF64(0x1p27 + 1));
    Value high = sub(large, sub(large, value));
    return {high, sub(value, high)};
  };
  auto [xHigh, xLow] = split(x);
  auto [yHigh, yLow] = split(y);
  Value product = mul(x, y);
  Value lost = sub(mul(xHigh, yHigh), product);
  lost = add(add(lost, mul(xHigh, yLow)), mul(xLow, yHigh));
  lost = add(lost, mul(xLow, yLow));
  return add(add(z, product), lost);
}

Value MathPolynomials::abs(Value x) { return math::AbsFOp::create(b, loc, x); }
Value MathPolynomials::copySign(Value magnitude, Value sign) {
  return math::CopySignOp::create(b, loc, magnitude, sign);
}
Value MathPolynomials::toBits(Value x) {
  return arith::BitcastOp::create(b, loc, b.getI32Type(), x);
}
Value MathPolynomials::fromBits(Value bits) {
  return arith::BitcastOp::create(b, loc, b.getF32Type(), bits);
}

Value MathPolynomials::select(CmpFPredicate predicate, Value x, Value y,
                              Value ifTrue, Value ifFalse) {
  Value condition = arith::CmpFOp::create(b, loc, predicate, x, y);
  return arith::SelectOp::create(b, loc, condition, ifTrue, ifFalse);
}

Value MathPolynomials::polynomial(Value x, ArrayRef<float> coefficients) {
  Value result = constant(coefficients.front());
  for (float coefficient : coefficients.drop_front())
    result = fma(result, x, constant(coefficient));
  return result;
}

//===----------------------------------------------------------------------===//
// exp and log
//===----------------------------------------------------------------------===//

/// (exp(f) - 1 - f) / f^2 for |f| <= ln2/2.
static constexpr float kExponential[] = {1.37805939e-3f, 8.37312452e-3f,
                                         4.16695364e-2f, 1.66664720e-1f,
                                         4.99999851e-1f};

/// f and n of x = n ln2 + f with |f| <= ln2/2.
std::pair<Value, Value> MathPolynomials::reduceExponent(Value x) {
  // Adding 1.5 * 2^23 rounds to an integer, which is then in the low bits.
  Value magic = constant(12582912.f);
  Value shifted = fma(x, constant(1.44269504f), magic);
  Value n = sub(shifted, magic);
  // ln2 is split in two parts, so that the difference is exact enough.
  Value f = fma(n, constant(-0.693145752f), x);
  f = fma(n, constant(-1.42860677e-6f), f);
  Value exponent =
      arith::SubIOp::create(b, loc, toBits(shifted), constantI32(0x4B400000));
  return {f, exponent};
}

/// exp(x) = 2^n P(f).
Value MathPolynomials::exp(Value x) {
  // Beyond these bounds the result is infinite or zero. NaN is kept.
  x = select(CmpFPredicate::OGT, x, constant(89.f), constant(89.f), x);
  x = select(CmpFPredicate::OLT, x, constant(-104.f), constant(-104.f), x);
  auto [f, exponent] = reduceExponent(x);
  Value p = polynomial(f, kExponential);
  Value one = constant(1.f);
  // Without a fused multiply-add the last product would round twice.
  p = fusesMultiplyAdd ? fma(fma(p, f, one), f, one)
                       : add(fma(mul(p, f), f, f), one);
  return scaleByPower(p, exponent);
}

Value MathPolynomials::powerOfTwo(Value exponent) {
  Value biased = arith::AddIOp::create(b, loc, exponent, constantI32(127));
  return fromBits(arith::ShLIOp::create(b, loc, biased, constantI32(23)));
}

/// Multiplies by two powers, each of which is a normal number. A subnormal
/// result is rounded once, by the second product. llvm.ldexp is an instruction
/// of AVX-512 only, and a call elsewhere.
Value MathPolynomials::scaleByPower(Value x, Value exponent) {
  Value half = arith::ShRSIOp::create(b, loc, exponent, constantI32(1));
  Value rest = arith::SubIOp::create(b, loc, exponent, half);
  return mul(mul(x, powerOfTwo(half)), powerOfTwo(rest));
}

/// x = 2^e m with sqrt(1/2) <= m < sqrt(2), after Cephes' logf.
Value MathPolynomials::log(Value x) {
  Value isSubnormal = arith::CmpFOp::create(b, loc, CmpFPredicate::OLT, x,
                                            constant(1.17549435e-38f));
  Value scaled = arith::SelectOp::create(b, loc, isSubnormal,
                                         mul(x, constant(8388608.f)), x);
  Value scale = arith::SelectOp::create(b, loc, isSubnormal, constant(-23.f),
                                        constant(0.f));
  Value bits = toBits(scaled);
  Value distance = arith::SubIOp::create(b, loc, bits, constantI32(0x3f3504f3));
  Value e = arith::ShRSIOp::create(b, loc, distance, constantI32(23));
  Value shift = arith::ShLIOp::create(b, loc, e, constantI32(23));
  Value f =
      sub(fromBits(arith::SubIOp::create(b, loc, bits, shift)), constant(1.f));
  Value exponent =
      add(arith::SIToFPOp::create(b, loc, b.getF32Type(), e), scale);
  Value square = mul(f, f);
  Value p =
      polynomial(f, {7.0376836292e-2f, -1.1514610310e-1f, 1.1676998740e-1f,
                     -1.2420140846e-1f, 1.4249322787e-1f, -1.6668057665e-1f,
                     2.0000714765e-1f, -2.4999993993e-1f, 3.3333331174e-1f});
  Value y = mul(mul(p, f), square);
  y = fma(exponent, constant(-2.12194440e-4f), y);
  y = fma(square, constant(-0.5f), y);
  Value result = fma(exponent, constant(0.693359375f), add(f, y));

  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  Value zero = constant(0.f);
  result = select(CmpFPredicate::OEQ, x, constant(kInfinity), x, result);
  result = select(CmpFPredicate::OEQ, x, zero, constant(-kInfinity), result);
  result = select(CmpFPredicate::OLT, x, zero, constant(kNaN), result);
  return select(CmpFPredicate::UNO, x, x, x, result);
}

//===----------------------------------------------------------------------===//
// tanh and erf
//===----------------------------------------------------------------------===//

/// A polynomial near zero, 1 - 2 / (exp(2x) + 1) elsewhere.
Value MathPolynomials::tanh(Value x) {
  Value magnitude = abs(x);
  Value square = mul(x, x);
  Value p = polynomial(square, {-5.70498872745e-3f, 2.06390887954e-2f,
                                -5.37397155531e-2f, 1.33314422036e-1f,
                                -3.33332819422e-1f});
  Value small = fma(mul(p, square), magnitude, magnitude);
  // Beyond 10 the result is 1. NaN is kept.
  Value bounded = select(CmpFPredicate::OGT, magnitude, constant(10.f),
                         constant(10.f), magnitude);
  auto [f, exponent] = reduceExponent(add(bounded, bounded));
  // The rounding errors of three sums are kept: of 1 + t, of the denominator
  // and of 1 - r.
  Value one = constant(1.f);
  Value t = fma(mul(polynomial(f, kExponential), f), f, f);
  Value high = add(one, t);
  Value low = sub(t, sub(high, one));
  Value scale = powerOfTwo(exponent);
  high = mul(high, scale);
  Value denominator = add(high, one);
  low = fma(low, scale, sub(high, sub(denominator, one)));
  Value r = div(constant(2.f), denominator);
  Value difference = sub(one, r);
  Value lost = sub(sub(one, difference), r);
  Value square2 = mul(mul(r, r), constant(0.5f));
  Value large = add(difference, fma(low, square2, lost));
  // The sign comes last: the sum of -0 and a product may be +0.
  return copySign(
      select(CmpFPredicate::OLT, magnitude, constant(0.625f), small, large), x);
}

/// x P(x^2) near zero, 1 - exp(Q(|x|)) elsewhere; coefficients by N. Juffa.
Value MathPolynomials::erf(Value x) {
  Value magnitude = abs(x);
  // Beyond 10 the result is 1. NaN is kept.
  Value bounded = select(CmpFPredicate::OGT, magnitude, constant(10.f),
                         constant(10.f), magnitude);
  Value square = mul(x, x);
  Value q =
      polynomial(bounded, {-1.72853470e-5f, 3.83197126e-4f, -3.88396438e-3f,
                           2.42546219e-2f, -1.06777877e-1f, -6.34846687e-1f,
                           -1.28717512e-1f});
  Value minus = arith::NegFOp::create(b, loc, bounded);
  Value exponent = fma(q, bounded, minus);
  // The exponential changes by nearly as much as the exponent loses.
  Value lost = fma(q, bounded, sub(minus, exponent));
  Value power = exp(exponent);
  power = fma(power, lost, power);
  Value large = copySign(sub(constant(1.f), power), x);
  Value p =
      polynomial(square, {-5.96761703e-4f, 4.99119423e-3f, -2.67681349e-2f,
                          1.12819925e-1f, -3.76125336e-1f, 1.28379166e-1f});
  Value small = fma(p, x, x);
  return select(CmpFPredicate::OGT, magnitude, constant(0.927734375f), large,
                small);
}
