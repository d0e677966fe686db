//===- InversePolynomials.cpp - Inverse functions that LLVM vectorises ----===//
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

// pi and pi/2 as an f32 and what that lacks.
static constexpr float kPi = 3.14159274f, kPiRest = -8.74227766e-8f;
static constexpr float kHalfPi = 1.57079637f, kHalfPiRest = -4.37113883e-8f;

//===----------------------------------------------------------------------===//
// asin and atan
//===----------------------------------------------------------------------===//

/// x + x^3 P(x^2) for |x| <= 1/2, the least maximum of the relative error.
Value MathPolynomials::asinOfSmall(Value x) {
  Value square = mul(x, x);
  Value p = polynomial(square, {0.0375652164f, 0.0144025972f, 0.031817615f,
                                0.0445157215f, 0.0750051066f, 0.166666597f});
  return fma(mul(p, square), x, x);
}

/// Beyond 1/2, asin(x) = pi/2 - 2 asin(sqrt((1 - x) / 2)).
Value MathPolynomials::asin(Value x) {
  Value magnitude = abs(x);
  Value half = fma(magnitude, constant(-0.5f), constant(0.5f));
  Value root = math::SqrtOp::create(b, loc, half);
  Value large = fma(asinOfSmall(root), constant(-2.f), constant(kHalfPi));
  return select(CmpFPredicate::OLE, magnitude, constant(0.5f), asinOfSmall(x),
                copySign(large, x));
}

/// x + x^3 P(x^2) for |x| <= 1, the least maximum of the relative error.
Value MathPolynomials::atanOfSmall(Value x) {
  Value square = mul(x, x);
  Value p = polynomial(square, {-0.00182721287f, 0.0110644409f, -0.0314557031f,
                                0.0582345538f, -0.0841945931f, 0.109575763f,
                                -0.142652452f, 0.199986383f, -0.333333015f});
  return fma(mul(p, square), x, x);
}

Value MathPolynomials::atan(Value x) {
  Value magnitude = abs(x);
  Value one = constant(1.f);
  Value isSmall =
      arith::CmpFOp::create(b, loc, CmpFPredicate::OLE, magnitude, one);
  Value argument =
      arith::SelectOp::create(b, loc, isSmall, magnitude, div(one, magnitude));
  Value angle = atanOfSmall(argument);
  Value large = sub(constant(kHalfPi), sub(angle, constant(kHalfPiRest)));
  return copySign(arith::SelectOp::create(b, loc, isSmall, angle, large), x);
}

/// The angle within the first half of a quadrant, turned to where it belongs.
Value MathPolynomials::atan2(Value y, Value x) {
  Value across = abs(x), up = abs(y);
  Value isSteep = arith::CmpFOp::create(b, loc, CmpFPredicate::OGT, up, across);
  Value large = arith::SelectOp::create(b, loc, isSteep, up, across);
  Value small = arith::SelectOp::create(b, loc, isSteep, across, up);
  // Two zeros, and two infinities, have the angle of (0, 1) and of (1, 1).
  Value ratio = div(small, large);
  ratio =
      select(CmpFPredicate::OEQ, small, constant(0.f), constant(0.f), ratio);
  ratio = select(CmpFPredicate::OEQ, small,
                 constant(std::numeric_limits<float>::infinity()),
                 constant(1.f), ratio);
  Value angle = atanOfSmall(ratio);
  Value complement = sub(constant(kHalfPi), sub(angle, constant(kHalfPiRest)));
  angle = arith::SelectOp::create(b, loc, isSteep, complement, angle);
  Value isLeft = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                       toBits(x), constantI32(0));
  Value supplement = sub(constant(kPi), sub(angle, constant(kPiRest)));
  angle = arith::SelectOp::create(b, loc, isLeft, supplement, angle);
  return select(CmpFPredicate::UNO, x, y, add(x, y), copySign(angle, y));
}

//===----------------------------------------------------------------------===//
// cbrt
//===----------------------------------------------------------------------===//

/// In f64, where no f32 is subnormal: a third of the exponent, right to 4%, and
/// two steps of Halley's method, each of which triples the digits.
Value MathPolynomials::cbrt(Value x) {
  Type wideType = b.getF64Type(), bitsType = b.getI64Type();
  Value wide = abs(arith::ExtFOp::create(b, loc, wideType, x));
  Value bits = arith::BitcastOp::create(b, loc, bitsType, wide);
  auto integer = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(value));
  };
  // Two thirds of the exponent's bias: 682 + 2/3, less what centres the error.
  bits = arith::DivUIOp::create(b, loc, bits, integer(3));
  bits = arith::AddIOp::create(b, loc, bits, integer(0x2A9F789300000000));
  Value root = arith::BitcastOp::create(b, loc, wideType, bits);
  for (int step = 0; step < 2; ++step) {
    Value cube = mul(mul(root, root), root);
    Value twice = add(wide, wide);
    root = mul(root, div(add(cube, twice), add(add(cube, cube), wide)));
  }
  Value result = arith::TruncFOp::create(b, loc, b.getF32Type(), root);
  result = copySign(result, x);
  // 0, infinities and NaN are their own roots.
  Value sum = add(x, x);
  return select(CmpFPredicate::UEQ, sum, x, x, result);
}

//===----------------------------------------------------------------------===//
// Near zero, of f64
//===----------------------------------------------------------------------===//

// W. Kahan's corrections (HP-15C Advanced Functions Handbook, 1982): the
// rounding error of 1 + x, or of e^x, cancels.

Value MathPolynomials::log1pF64(Value x) {
  Value one = constantF64(1);
  Value sum = add(x, one);
  Value rounded = sub(sum, one);
  Value corrected = mul(math::LogOp::create(b, loc, sum), div(x, rounded));
  Value infinity = constantF64(std::numeric_limits<double>::infinity());
  Value result = select(CmpFPredicate::OEQ, sum, infinity, sum, corrected);
  return select(CmpFPredicate::OEQ, sum, one, x, result);
}

Value MathPolynomials::expm1F64(Value x) {
  Value one = constantF64(1);
  Value power = math::ExpOp::create(b, loc, x);
  Value difference = sub(power, one);
  Value corrected = mul(difference, div(x, math::LogOp::create(b, loc, power)));
  // Where one of the two terms is nothing beside the other.
  Value isFar = arith::CmpFOp::create(b, loc, CmpFPredicate::OGE, abs(x),
                                      constantF64(40));
  Value result = arith::SelectOp::create(b, loc, isFar, difference, corrected);
  return select(CmpFPredicate::OEQ, power, one, x, result);
}
