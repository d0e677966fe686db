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
  return polynomial(x, constant(coefficients.front()),
                    coefficients.drop_front());
}

Value MathPolynomials::polynomial(Value x, Value leading,
                                  ArrayRef<float> coefficients) {
  for (float coefficient : coefficients)
    leading = fma(leading, x, constant(coefficient));
  return leading;
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
  return {f, toBits(shifted)};
}

/// exp(x) = 2^n P(f).
Value MathPolynomials::expWithin(Value x, FloatRange range) {
  bool isNormal = range.least >= -87.0f && range.most <= 88.0f;
  // Below this bound the result is zero. NaN is kept.
  Value bounded = x;
  if (!approximates && !isNormal)
    bounded =
        select(CmpFPredicate::OLT, x, constant(-104.f), constant(-104.f), x);
  auto [f, exponent] = reduceExponent(bounded);
  Value p = polynomial(f, kExponential);
  Value one = constant(1.f);
  // Without a fused multiply-add the last product would round twice.
  p = fusesMultiplyAdd ? fma(fma(p, f, one), f, one)
                       : add(fma(mul(p, f), f, f), one);
  // A product keeps NaN.
  if (isNormal)
    return mul(p, fromBits(addToExponent(one, exponent)));
  Value result;
  if (approximates)
    // The other results are subnormal.
    result = select(CmpFPredicate::OLT, x, constant(-87.3365402f),
                    constant(0.f), fromBits(addToExponent(p, exponent)));
  else
    result = scaleByPower(p, exponent);
  // The largest number whose exponential is finite. Beyond it the sum is
  // infinite, or NaN.
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  return select(CmpFPredicate::UGT, x, constant(88.7228317f),
                add(x, constant(kInfinity)), result);
}

Value MathPolynomials::addToExponent(Value x, Value exponent) {
  // Only the low bits of the exponent are left.
  Value shift = arith::ShLIOp::create(b, loc, exponent, constantI32(23));
  return arith::AddIOp::create(b, loc, toBits(x), shift);
}

/// Adds to the exponent in the bits of x. A product by powers of two would take
/// a hundred times as long where its result is subnormal, since processors
/// leave subnormal factors and products to microcode.
Value MathPolynomials::scaleByPower(Value x, Value exponent) {
  auto addBits = [&](Value bits, int32_t more) -> Value {
    return arith::AddIOp::create(b, loc, bits, constantI32(more));
  };
  Value normal = addToExponent(x, exponent);
  // A subnormal number is a multiple of 2^-149. The sum is rounded to 2^64
  // times such a multiple, which then is in its low bits. The greater bits are
  // those of the result: for a normal one, the low bits have half its mantissa.
  constexpr int32_t kScale = 64 << 23, kMagicBits = (127 - 62) << 23;
  Value sum = add(fromBits(addBits(normal, kScale)), constant(0x1p-62f));
  Value subnormal = addBits(toBits(sum), -kMagicBits);
  return fromBits(arith::MaxSIOp::create(b, loc, normal, subnormal));
}

/// x = 2^e m with 2/3 <= m < 4/3; coefficients by N. Juffa.
Value MathPolynomials::logWithin(Value x, FloatRange range) {
  constexpr float kLeastNormal = std::numeric_limits<float>::min();
  bool isNormal = range.least >= kLeastNormal;
  Value scaled = x, scale = constant(0.f);
  if (!approximates && !isNormal) {
    Value isSubnormal = arith::CmpFOp::create(b, loc, CmpFPredicate::OLT, x,
                                              constant(kLeastNormal));
    scaled = arith::SelectOp::create(b, loc, isSubnormal,
                                     mul(x, constant(0x1p23f)), x);
    scale = arith::SelectOp::create(b, loc, isSubnormal, constant(-23.f),
                                    constant(0.f));
  }
  // The bits of x differ from those of 2/3 by e 2^23 and a rest.
  Value bits = toBits(scaled);
  Value distance = arith::SubIOp::create(b, loc, bits, constantI32(0x3f2aaaab));
  Value shift = arith::AndIOp::create(b, loc, distance, constantI32(~0x7fffff));
  Value f =
      sub(fromBits(arith::SubIOp::create(b, loc, bits, shift)), constant(1.f));
  Value exponent = fma(arith::SIToFPOp::create(b, loc, b.getF32Type(), shift),
                       constant(0x1p-23f), scale);
  // Even and odd powers are two chains, which a processor computes at once.
  Value square = mul(f, f);
  Value even = polynomial(
      square, {-0.130310059f, -0.121483512f, -0.166846126f, -0.249996200f});
  Value odd = polynomial(square, {0.140869141f, 0.139814854f, 0.200120345f});
  Value p = fma(odd, f, even);
  p = polynomial(f, p, {0.333331972f, -0.5f});
  Value result;
  if (fusesMultiplyAdd) {
    result = fma(exponent, constant(0.693147182f), fma(p, square, f));
  } else {
    // The first part of ln2 has few digits, so its product is exact.
    Value low = fma(exponent, constant(-2.12194440e-4f), mul(p, square));
    result = fma(exponent, constant(0.693359375f), add(f, low));
  }

  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  auto keepOthers = [&](Value logarithm) {
    return select(CmpFPredicate::OLT, x, constant(kInfinity), logarithm, x);
  };
  if (isNormal)
    return keepOthers(result);
  // The sign of -0 counts here, so zero comes later.
  Value isNegative = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                           toBits(x), constantI32(0));
  result = arith::SelectOp::create(b, loc, isNegative, constant(kNaN), result);
  result = approximates
               ? select(CmpFPredicate::OLT, abs(x), constant(kLeastNormal),
                        constant(-kInfinity), result)
               : select(CmpFPredicate::OEQ, x, constant(0.f),
                        constant(-kInfinity), result);
  return keepOthers(result);
}

//===----------------------------------------------------------------------===//
// tanh and erf
//===----------------------------------------------------------------------===//

/// N / (N + 2) with N = exp(2|x|) - 1, and with the rounding errors of N and of
/// the quotient.
Value MathPolynomials::tanh(Value x) {
  // Beyond 9.02 the result is 1. NaN is kept.
  Value magnitude = abs(x);
  Value most = constant(9.1f), one = constant(1.f);
  magnitude = select(CmpFPredicate::OGT, magnitude, most, most, magnitude);
  // |x| = n ln2 / 2 + g. Adding 1.5 * 2^21 rounds to a quarter, and the mask to
  // an integer, so n is 0 up to |x| = 0.3. Then g is exact, and t has no
  // cancellation for any n.
  Value magic = constant(0x1.8p21f);
  Value shifted = fma(magnitude, constant(2.88539008f), magic);
  Value bits = arith::AndIOp::create(b, loc, toBits(shifted), constantI32(~3));
  Value n = sub(fromBits(bits), magic);
  Value g = fma(n, constant(-0.346572876f), magnitude);
  g = fma(n, constant(-7.14303385e-7f), g);
  // t + tLost = exp(2g) - 1.
  Value p = polynomial(
      g, {0.110878155f, 0.260807127f, 0.667200029f, 1.33333313f, 1.99999881f});
  Value square = mul(g, g), twice = add(g, g);
  Value t = fma(square, p, twice);
  Value tLost = fma(square, p, sub(twice, t));
  // N + lost = 2^n (1 + t + tLost) - 1.
  Value scale = fromBits(arith::AddIOp::create(
      b, loc, arith::ShLIOp::create(b, loc, bits, constantI32(21)),
      constantI32(0x3f800000)));
  Value less = sub(scale, one);
  Value numerator = fma(scale, t, less);
  Value lost = fma(scale, t, sub(less, numerator));
  lost = fma(scale, tLost, lost);
  if (approximates) {
    // Instructions may estimate the reciprocal, since it is of a finite number.
    Value quotient = arith::DivFOp::create(
        b, loc, numerator, add(numerator, constant(2.f)),
        arith::FastMathFlags::arcp | arith::FastMathFlags::ninf);
    return copySign(quotient, x);
  }
  // What the quotient r lacks is (N (1 - r) - 2r + lost (1 - r)) / (N + 2).
  Value reciprocal = div(one, add(numerator, constant(2.f)));
  Value r = mul(numerator, reciprocal);
  Value rest = sub(one, r), restLost = sub(sub(one, rest), r);
  Value lacking =
      fma(numerator, rest, arith::NegFOp::create(b, loc, add(r, r)));
  lacking = fma(numerator, restLost, lacking);
  lacking = fma(lost, rest, lacking);
  return copySign(fma(lacking, reciprocal, r), x);
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
