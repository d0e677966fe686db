//===- Conversions.cpp - From one element type to another -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;

Value dtensor::stablehlo::createConstant(ImplicitLocOpBuilder &b, Type type,
                                         double value) {
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    Type part = complexType.getElementType();
    return complex::ConstantOp::create(
        b, complexType,
        b.getArrayAttr({b.getFloatAttr(part, value), b.getFloatAttr(part, 0)}));
  }
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
  unsigned width = type.getIntOrFloatBitWidth();
  return arith::ConstantOp::create(
      b, b.getIntegerAttr(type, APInt(width, static_cast<int64_t>(value),
                                      /*isSigned=*/true,
                                      /*implicitTrunc=*/true)));
}

static Value convertFloat(ImplicitLocOpBuilder &b, Value value, FloatType to) {
  auto from = cast<FloatType>(value.getType());
  if (from == to)
    return value;
  if (from.getWidth() < to.getWidth())
    return arith::ExtFOp::create(b, to, value);
  if (from.getWidth() > to.getWidth())
    return arith::TruncFOp::create(b, to, value);
  // Neither f16 nor bf16 contains the other, and so it is with two formats of 8
  // bits.
  Value wide = arith::ExtFOp::create(b, b.getF32Type(), value);
  return arith::TruncFOp::create(b, to, wide);
}

static Value convertFloatToInteger(ImplicitLocOpBuilder &b, Value value,
                                   IntegerType to, bool isUnsigned) {
  if (value.getType().getIntOrFloatBitWidth() < 32)
    value = arith::ExtFOp::create(b, b.getF32Type(), value);
  auto from = cast<FloatType>(value.getType());
  unsigned width = to.getWidth();
  APInt least =
      isUnsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width);
  APInt most =
      isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  const llvm::fltSemantics &semantics = from.getFloatSemantics();
  // The smallest number and the first one that is too large are exact. Numbers
  // in between fit when truncated.
  APFloat low(semantics), high(semantics);
  low.convertFromAPInt(least, !isUnsigned, APFloat::rmTowardZero);
  high.convertFromAPInt(most.zext(width + 1) + 1, /*IsSigned=*/false,
                        APFloat::rmTowardZero);
  auto constant = [&](const APFloat &number) -> Value {
    return arith::ConstantOp::create(b, b.getFloatAttr(from, number));
  };
  auto integer = [&](const APInt &number) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(to, number));
  };
  Value zero = constant(APFloat::getZero(semantics));
  Value isLow =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OLE, value, constant(low));
  Value isHigh = arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, value,
                                       constant(high));
  Value isNaN =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  Value isOutside =
      arith::OrIOp::create(b, arith::OrIOp::create(b, isLow, isHigh), isNaN);
  // The conversion of a value that does not fit would be poison.
  Value inside = arith::SelectOp::create(b, isOutside, zero, value);
  Value result = isUnsigned ? Value(arith::FPToUIOp::create(b, to, inside))
                            : Value(arith::FPToSIOp::create(b, to, inside));
  result = arith::SelectOp::create(b, isLow, integer(least), result);
  return arith::SelectOp::create(b, isHigh, integer(most), result);
}

static Value convertInteger(ImplicitLocOpBuilder &b, Value value,
                            bool isUnsigned, IntegerType to) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  if (from == to.getWidth())
    return value;
  if (from > to.getWidth())
    return arith::TruncIOp::create(b, to, value);
  if (isUnsigned)
    return arith::ExtUIOp::create(b, to, value);
  return arith::ExtSIOp::create(b, to, value);
}

Value dtensor::stablehlo::createConversion(ImplicitLocOpBuilder &b, Value value,
                                           bool fromUnsigned, Type to,
                                           bool toUnsigned) {
  Type from = value.getType();
  if (auto complexTo = dyn_cast<ComplexType>(to)) {
    Type part = complexTo.getElementType();
    Value real = value, imaginary;
    if (isa<ComplexType>(from)) {
      real = complex::ReOp::create(b, value);
      imaginary = createConversion(b, complex::ImOp::create(b, value), false,
                                   part, false);
    } else {
      imaginary = createConstant(b, part, 0);
    }
    real = createConversion(b, real, fromUnsigned, part, false);
    return complex::CreateOp::create(b, complexTo, real, imaginary);
  }
  if (isa<ComplexType>(from))
    return createConversion(b, complex::ReOp::create(b, value), false, to,
                            toUnsigned);
  bool fromBool = from.isInteger(1);
  if (to.isInteger(1)) {
    if (fromBool)
      return value;
    Value zero = createConstant(b, from, 0);
    if (isa<FloatType>(from))
      return arith::CmpFOp::create(b, arith::CmpFPredicate::UNE, value, zero);
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, value, zero);
  }
  fromUnsigned |= fromBool;
  auto floatTo = dyn_cast<FloatType>(to);
  if (isa<FloatType>(from)) {
    if (floatTo)
      return convertFloat(b, value, floatTo);
    return convertFloatToInteger(b, value, cast<IntegerType>(to), toUnsigned);
  }
  if (!floatTo)
    return convertInteger(b, value, fromUnsigned, cast<IntegerType>(to));
  if (fromUnsigned)
    return arith::UIToFPOp::create(b, to, value);
  return arith::SIToFPOp::create(b, to, value);
}
