//===- ReferenceErrors.cpp - Errors of the C library ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// MathFunctionTest and AllFloats compare with the C library's functions of f64
// and long double. This program compares those with MPFR's functions of 160
// bits. It prints the largest errors in units in the last place of the tested
// types, f32 and f64. They should be far below one unit.

#include "MathFunction.h"
#include "MathInputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <mpfr.h>

using namespace dtensor;

namespace {

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

struct Exact {
  llvm::StringRef name;
  Unary ofOne;
  Binary ofTwo = nullptr;
};

constexpr Exact kExact[] = {
    {"acos", mpfr_acos},         {"acosh", mpfr_acosh},
    {"asin", mpfr_asin},         {"asinh", mpfr_asinh},
    {"atan", mpfr_atan},         {"atanh", mpfr_atanh},
    {"cbrt", mpfr_cbrt},         {"cos", mpfr_cos},
    {"cosh", mpfr_cosh},         {"erf", mpfr_erf},
    {"erfc", mpfr_erfc},         {"exp", mpfr_exp},
    {"exp2", mpfr_exp2},         {"expm1", mpfr_expm1},
    {"log", mpfr_log},           {"log10", mpfr_log10},
    {"log1p", mpfr_log1p},       {"log2", mpfr_log2},
    {"sin", mpfr_sin},           {"sinh", mpfr_sinh},
    {"sqrt", mpfr_sqrt},         {"tan", mpfr_tan},
    {"rsqrt", mpfr_rec_sqrt},    {"tanh", mpfr_tanh},
    {"powf", nullptr, mpfr_pow}, {"atan2", nullptr, mpfr_atan2}};

/// The error of a result that is neither infinite nor NaN.
template <typename T> double getError(long double result, mpfr_srcptr exact) {
  using Limits = std::numeric_limits<T>;
  if (!mpfr_regular_p(exact) || !std::isfinite(result))
    return 0;
  int exponent =
      std::max<int>(mpfr_get_exp(exact) - 1, Limits::min_exponent - 1);
  if (exponent >= Limits::max_exponent)
    return 0;
  mpfr_t difference;
  mpfr_init2(difference, 160);
  mpfr_set_ld(difference, result, MPFR_RNDN);
  mpfr_sub(difference, difference, exact, MPFR_RNDN);
  mpfr_mul_2si(difference, difference, Limits::digits - 1 - exponent,
               MPFR_RNDN);
  double error = std::abs(mpfr_get_d(difference, MPFR_RNDN));
  mpfr_clear(difference);
  return error;
}

template <typename T>
double findLargest(const MathFunction &function, size_t numInputs) {
  const Exact *exact = llvm::find_if(
      kExact, [&](const Exact &each) { return each.name == function.name; });
  std::vector<T> x = makeMathInputs<T>(numInputs, 0);
  std::vector<T> y = makeMathInputs<T>(numInputs, 1);
  mpfr_t first, second, value;
  mpfr_inits2(160, first, second, value, nullptr);
  double largest = 0;
  for (size_t i = 0; i < numInputs; ++i) {
    mpfr_set_d(first, x[i], MPFR_RNDN);
    mpfr_set_d(second, y[i], MPFR_RNDN);
    if (exact->ofTwo)
      exact->ofTwo(value, first, second, MPFR_RNDN);
    else
      exact->ofOne(value, first, MPFR_RNDN);
    long double result = sizeof(T) == 4 ? function.ofF64(x[i], y[i])
                                        : function.ofLongDouble(x[i], y[i]);
    largest = std::max(largest, getError<T>(result, value));
  }
  mpfr_clears(first, second, value, nullptr);
  return largest;
}

} // namespace

int main() {
  constexpr size_t kNumInputs = 1 << 16;
  // Numbers beyond the range of long double need not be distinguished.
  mpfr_set_emin(-20000);
  mpfr_set_emax(20000);
  for (const MathFunction &function : getMathFunctions())
    llvm::outs() << function.name << ": "
                 << llvm::format("%.2g",
                                 findLargest<float>(function, kNumInputs))
                 << " ulp of f32, "
                 << llvm::format("%.2g",
                                 findLargest<double>(function, kNumInputs))
                 << " ulp of f64\n";
}
