//===- MathFunction.cpp - Functions and their exact values ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MathFunction.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace dtensor;

#define UNARY(name, bound)                                                     \
  {#name, 1, bound, [](double x, double) { return std::name(x); },             \
   [](long double x, long double) { return std::name(x); }}
#define BINARY(name, op, bound)                                                \
  {#op, 2, bound, [](double x, double y) { return std::name(x, y); },          \
   [](long double x, long double y) { return std::name(x, y); }}

static constexpr MathFunction kFunctions[] = {
    UNARY(acos, 1),
    UNARY(acosh, 1),
    UNARY(asin, 1),
    UNARY(asinh, 1),
    UNARY(atan, 1),
    BINARY(atan2, atan2, 1),
    UNARY(atanh, 1),
    UNARY(cbrt, 1),
    UNARY(cos, 1),
    UNARY(cosh, 1),
    UNARY(erf, 1),
    UNARY(erfc, 1.5),
    UNARY(exp, 1),
    UNARY(exp2, 1),
    UNARY(expm1, 1),
    UNARY(log, 1),
    UNARY(log10, 1),
    UNARY(log1p, 1),
    UNARY(log2, 1),
    BINARY(pow, powf, 1),
    {"rsqrt", 1, 1, [](double x, double) { return 1 / std::sqrt(x); },
     [](long double x, long double) { return 1 / std::sqrt(x); }},
    UNARY(sin, 1),
    UNARY(sinh, 1),
    UNARY(sqrt, 0.5),
    UNARY(tan, 1),
    UNARY(tanh, 1),
};

llvm::ArrayRef<MathFunction> dtensor::getMathFunctions() { return kFunctions; }

template <typename T, typename Wide>
double dtensor::getError(T result, Wide expected) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (std::isnan(result) || std::isnan(expected))
    return std::isnan(result) && std::isnan(expected) ? 0 : kInfinity;
  // Numbers beyond the largest one round to infinity.
  T rounded = static_cast<T>(expected);
  if (result == rounded && result == 0 &&
      std::signbit(result) != std::signbit(expected))
    return kInfinity;
  if (std::isinf(result) || std::isinf(rounded))
    return result == rounded ? 0 : kInfinity;
  using Limits = std::numeric_limits<T>;
  int exponent = Limits::min_exponent - 1;
  if (expected != 0)
    exponent = std::max(exponent, std::ilogb(expected));
  Wide error = std::abs(static_cast<Wide>(result) - expected);
  return static_cast<double>(std::ldexp(error, Limits::digits - 1 - exponent));
}

template double dtensor::getError(float, double);
template double dtensor::getError(double, long double);
