//===- RootPolynomials.cpp - Roots that LLVM vectorises -------------------===//
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

//===----------------------------------------------------------------------===//
// cbrt
//===----------------------------------------------------------------------===//

/// Computes in f64, where no f32 is subnormal. A third of the exponent is right
/// to 4%, and two steps of Halley's method follow, each of which triples the
/// digits.
Value MathPolynomials::cbrt(Value x) {
  Type wideType = b.getF64Type(), bitsType = b.getI64Type();
  Value wide = abs(arith::ExtFOp::create(b, loc, wideType, x));
  Value bits = arith::BitcastOp::create(b, loc, bitsType, wide);
  auto integer = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(value));
  };
  // Two thirds of the exponent's bias: 682 + 2/3, less a number that centres
  // the error.
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
// rsqrt
//===----------------------------------------------------------------------===//

/// 1 / sqrt(x) rounds twice. Both rounding errors are known exactly; where f32
/// has no fused multiply-add, they are computed in f64.
Value MathPolynomials::rsqrt(Value x) {
  if (x.getType().isF32() && !fusesMultiplyAdd)
    return narrow(div(constantF64(1), math::SqrtOp::create(b, loc, widen(x))));
  bool isWide = x.getType().isF64();
  auto number = [&](double value) {
    return isWide ? constantF64(value) : constant(static_cast<float>(value));
  };
  // The rounding error of a small root would be subnormal.
  Value one = number(1), least = number(isWide ? 0x1p-900 : 0x1p-80);
  Value scale = select(CmpFPredicate::OLT, x, least,
                       number(isWide ? 0x1p200 : 0x1p60), one);
  Value rootOfScale = select(CmpFPredicate::OLT, x, least,
                             number(isWide ? 0x1p100 : 0x1p30), one);
  if (!fusesMultiplyAdd) {
    // Parts of the product would overflow.
    Value most = constantF64(0x1p1000);
    scale = select(CmpFPredicate::OGT, x, most, constantF64(0x1p-200), scale);
    rootOfScale =
        select(CmpFPredicate::OGT, x, most, constantF64(0x1p-100), rootOfScale);
  }
  Value scaled = mul(x, scale);
  Value root = math::SqrtOp::create(b, loc, scaled);
  Value result = div(one, root);
  Value minusRoot = arith::NegFOp::create(b, loc, root);
  // These hold: root^2 = x - lost, and result root = 1 - rest.
  Value lost = fmaExact(minusRoot, root, scaled);
  Value rest = fmaExact(minusRoot, result, one);
  Value half = mul(mul(result, result), number(0.5));
  Value correction = sub(rest, mul(lost, half));
  Value corrected = fma(result, correction, result);
  // Zeros, infinities and NaN need no correction.
  Value infinity = number(std::numeric_limits<double>::infinity());
  result =
      select(CmpFPredicate::OLT, abs(corrected), infinity, corrected, result);
  return mul(result, rootOfScale);
}
