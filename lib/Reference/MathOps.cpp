//===- MathOps.cpp - Functions of elements --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarForms.h"
#include "llvm/ADT/bit.h"
#include <cmath>

namespace dtensor::reference {

/// `a * b + c`, rounded once.
static const char *fuse(const ScalarOp &op, const Number *o, Number *result) {
  double a = o[0].real, b = o[1].real, c = o[2].real;
  switch (op.resultType) {
  case ElementType::F64:
    *result = Number::ofFloat(std::fma(a, b, c));
    break;
  case ElementType::F32:
    *result = Number::ofFloat(std::fmaf(
        static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)));
    break;
  default:
    // The product of two floats of 16 bits is exact in double.
    *result = Number::ofFloat(
        roundFloat(op.resultType, static_cast<long double>(a * b) + c));
  }
  return nullptr;
}

static const char *sineAndCosine(const ScalarOp &op, const Number *o,
                                 Number *results) {
  long double value = o[0].real;
  results[0] = Number::ofFloat(roundFloat(op.resultType, std::sin(value)));
  results[1] = Number::ofFloat(roundFloat(op.resultType, std::cos(value)));
  return nullptr;
}

static const char *floatToThePowerOfInteger(const ScalarOp &op, const Number *o,
                                            Number *result) {
  long double value = std::pow(static_cast<long double>(o[0].real),
                               static_cast<long double>(o[1].integer));
  *result = Number::ofFloat(roundFloat(op.resultType, value));
  return nullptr;
}

/// Negative powers are quotients of integers: zero except for 1 and -1.
static const char *integerToThePower(const ScalarOp &op, const Number *o,
                                     Number *result) {
  int64_t base = getSigned(op.operandType, o[0].integer);
  int64_t exponent = getSigned(op.operandType, o[1].integer);
  if (exponent < 0) {
    if (base == 0)
      return "division by zero";
    int64_t inverse = base == 1 || base == -1 ? base : 0;
    *result = Number::ofInteger(
        wrapInteger(op.resultType, exponent % 2 ? inverse : inverse * inverse));
    return nullptr;
  }
  uint64_t power = 1, square = base;
  for (; exponent; exponent /= 2, square *= square)
    if (exponent % 2)
      power *= square;
  *result = Number::ofInteger(wrapInteger(op.resultType, power));
  return nullptr;
}

static const char *isNormal(const ScalarOp &op, const Number *o,
                            Number *result) {
  double least = 0x1p-1022;
  if (op.operandType == ElementType::F16)
    least = 0x1p-14;
  else if (op.operandType != ElementType::F64)
    least = 0x1p-126;
  *result = Number::ofInteger(std::isfinite(o[0].real) &&
                              std::abs(o[0].real) >= least);
  return nullptr;
}

static const char *countLeadingZeros(const ScalarOp &op, const Number *o,
                                     Number *result) {
  uint64_t bits = getUnsigned(op.operandType, o[0].integer);
  *result = Number::ofInteger(wrapInteger(
      op.resultType, llvm::countl_zero(bits) - 64 + getWidth(op.operandType)));
  return nullptr;
}

static const char *countTrailingZeros(const ScalarOp &op, const Number *o,
                                      Number *result) {
  uint64_t bits = getUnsigned(op.operandType, o[0].integer);
  *result = Number::ofInteger(
      wrapInteger(op.resultType, std::min<int64_t>(llvm::countr_zero(bits),
                                                   getWidth(op.operandType))));
  return nullptr;
}

void addMathOps(ScalarEvaluations &all) {
  all["math.absf"] = inDouble<[](double a) { return std::abs(a); }>;
  all["math.ceil"] = inDouble<[](double a) { return std::ceil(a); }>;
  all["math.floor"] = inDouble<[](double a) { return std::floor(a); }>;
  all["math.round"] = inDouble<[](double a) { return std::round(a); }>;
  all["math.roundeven"] = inDouble<[](double a) { return std::nearbyint(a); }>;
  all["math.trunc"] = inDouble<[](double a) { return std::trunc(a); }>;
  all["math.sqrt"] = inDouble<[](double a) { return std::sqrt(a); }>;
  all["math.copysign"] =
      inDouble<[](double a, double b) { return std::copysign(a, b); }>;
  // Follows the formula of its description, maxf(minf(value, min), max),
  // although its name suggests another one.
  all["math.clampf"] = inDouble<[](double a, double low, double high) {
    return std::isnan(a) ? a : std::fmax(std::fmin(a, low), high);
  }>;
  all["math.fma"] = fuse;
  all["math.isfinite"] = testFloat<[](double a) { return std::isfinite(a); }>;
  all["math.isinf"] = testFloat<[](double a) { return std::isinf(a); }>;
  all["math.isnan"] = testFloat<[](double a) { return std::isnan(a); }>;
  all["math.isnormal"] = isNormal;

  all["math.acos"] = inWider<[](auto a) { return std::acos(a); }>;
  all["math.acosh"] = inWider<[](auto a) { return std::acosh(a); }>;
  all["math.asin"] = inWider<[](auto a) { return std::asin(a); }>;
  all["math.asinh"] = inWider<[](auto a) { return std::asinh(a); }>;
  all["math.atan"] = inWider<[](auto a) { return std::atan(a); }>;
  all["math.atan2"] =
      inWider<[](auto a, decltype(a) b) { return std::atan2(a, b); }>;
  all["math.atanh"] = inWider<[](auto a) { return std::atanh(a); }>;
  all["math.cbrt"] = inWider<[](auto a) { return std::cbrt(a); }>;
  all["math.cos"] = inWider<[](auto a) { return std::cos(a); }>;
  all["math.cosh"] = inWider<[](auto a) { return std::cosh(a); }>;
  all["math.erf"] = inWider<[](auto a) { return std::erf(a); }>;
  all["math.erfc"] = inWider<[](auto a) { return std::erfc(a); }>;
  all["math.exp"] = inWider<[](auto a) { return std::exp(a); }>;
  all["math.exp2"] = inWider<[](auto a) { return std::exp2(a); }>;
  all["math.expm1"] = inWider<[](auto a) { return std::expm1(a); }>;
  all["math.log"] = inWider<[](auto a) { return std::log(a); }>;
  all["math.log10"] = inWider<[](auto a) { return std::log10(a); }>;
  all["math.log1p"] = inWider<[](auto a) { return std::log1p(a); }>;
  all["math.log2"] = inWider<[](auto a) { return std::log2(a); }>;
  all["math.powf"] =
      inWider<[](auto a, decltype(a) b) { return std::pow(a, b); }>;
  all["math.rsqrt"] = inWider<[](auto a) { return 1 / std::sqrt(a); }>;
  all["math.sin"] = inWider<[](auto a) { return std::sin(a); }>;
  all["math.sinh"] = inWider<[](auto a) { return std::sinh(a); }>;
  all["math.tan"] = inWider<[](auto a) { return std::tan(a); }>;
  all["math.tanh"] = inWider<[](auto a) { return std::tanh(a); }>;
  all["math.sincos"] = sineAndCosine;
  all["math.fpowi"] = floatToThePowerOfInteger;

  all["math.absi"] = onSigned<[](int64_t a) {
    return static_cast<int64_t>(a < 0 ? -static_cast<uint64_t>(a) : a);
  }>;
  all["math.ipowi"] = integerToThePower;
  all["math.ctlz"] = countLeadingZeros;
  all["math.cttz"] = countTrailingZeros;
  all["math.ctpop"] = onUnsigned<[](uint64_t a) {
    return static_cast<uint64_t>(llvm::popcount(a));
  }>;
}

} // namespace dtensor::reference
