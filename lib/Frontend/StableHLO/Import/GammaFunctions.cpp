//===- GammaFunctions.cpp - log gamma and its derivatives -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpecialFunctions.h"
#include <limits>
#include <numbers>

using namespace mlir;
using namespace dtensor::stablehlo;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

//===----------------------------------------------------------------------===//
// Lanczos' approximation
//===----------------------------------------------------------------------===//

// C. Lanczos, "A precision approximation of the gamma function" (1964), with
// g = 7 and the nine coefficients of P. Godfrey (2001).
static constexpr double kG = 7;
static constexpr double kFirst = 0.99999999999980993227684700473478;
static constexpr double kCoefficients[] = {
    676.520368121885098567009190444019, -1259.13921672240287047156078755283,
    771.3234287776530788486528258894,   -176.61502916214059906584551354,
    12.507343278686904814458936853,     -0.13857109526572011689554707,
    9.984369578019570859563e-6,         1.50563273514931155834e-7};

namespace {
/// For x >= 1/2, with z = x - 1: the sum A(z) of the coefficients' fractions,
/// its derivative, and t = z + g + 1/2 with its logarithm.
struct Lanczos {
  explicit Lanczos(Real z)
      : sum(z.constant(kFirst)), slope(z.constant(0)), t(z + (kG + 0.5)),
        logT(std::log(kG + 0.5) + log1p(z / (kG + 0.5))) {
    for (auto [i, coefficient] : llvm::enumerate(kCoefficients)) {
      Real inverse = 1. / (z + static_cast<double>(i + 1));
      Real term = coefficient * inverse;
      sum = sum + term;
      slope = slope - term * inverse;
    }
  }
  Real sum, slope, t, logT;
};
} // namespace

/// The argument of Lanczos' approximation: x - 1, or -x if the result is
/// computed by reflection.
static Real getArgument(Real x, Condition isReflected) {
  return select(isReflected, -x, x - 1.);
}

Real dtensor::stablehlo::lgamma(Real x) {
  Condition isReflected = x < 0.5;
  Real z = getArgument(x, isReflected);
  Lanczos lanczos(z);
  Real direct = (z + 0.5 - lanczos.t / lanczos.logT) * lanczos.logT +
                std::log(2 * std::numbers::pi) / 2 + log(lanczos.sum);
  // gamma(x) gamma(1 - x) = pi / sin(pi x). The sine depends only on the
  // distance to the next integer.
  Real magnitude = abs(x);
  Real fraction = magnitude - floor(magnitude);
  fraction = min(fraction, 1. - fraction);
  // Of subnormal fractions the product would lose digits.
  Real sine = select(fraction < 0x1p-60, fraction,
                     sin(std::numbers::pi * fraction) / std::numbers::pi);
  Real reflected = -log(sine) - direct;
  Real result = select(isReflected, reflected, direct);
  // The exact result is 0 here, but terms that cancel leave an error.
  result = select(x == 1. || x == 2., 0., result);
  Condition isPole = isReflected && fraction == 0.;
  return select(isPole || magnitude == kInfinity, kInfinity, result);
}

Real dtensor::stablehlo::digamma(Real x) {
  Condition isReflected = x < 0.5;
  Lanczos lanczos(getArgument(x, isReflected));
  Real direct = lanczos.logT + lanczos.slope / lanczos.sum - kG / lanczos.t;
  // digamma(1 - x) - digamma(x) = pi / tan(pi x).
  Real fraction = x - floor(x + 0.5);
  Real angle = std::numbers::pi * fraction;
  Real reflected = direct - std::numbers::pi * cos(angle) / sin(angle);
  Real result = select(isReflected, reflected, direct);
  return select(x <= 0. && x == floor(x), kNaN, result);
}

//===----------------------------------------------------------------------===//
// Zeta
//===----------------------------------------------------------------------===//

/// For q > 0. Adds the first terms, and an Euler-Maclaurin formula for the
/// others, after Cephes' zeta (S. Moshier, 1984).
static Real getZetaOfPositive(Real x, Real q) {
  constexpr int kTerms = 9;
  // (2k)! / B_2k.
  constexpr double kDivisors[] = {12.0,
                                  -720.0,
                                  30240.0,
                                  -1209600.0,
                                  47900160.0,
                                  -1.8924375803183791606e9,
                                  7.47242496e10,
                                  -2.950130727918164224e12,
                                  1.1646782814350067249e14,
                                  -4.5979787224074726105e15,
                                  1.8152105401943546773e17,
                                  -7.1661652561756670113e18};
  Real sum = pow(q, -x);
  Real a = q, power = sum;
  for (int term = 0; term < kTerms; ++term) {
    a = a + 1.;
    power = pow(a, -x);
    sum = sum + power;
  }
  Real total = sum + power * a / (x - 1.) - 0.5 * power;
  // power * x (x + 1) ... (x + 2k - 2) / a^(2k - 1).
  Real term = power * x / a;
  for (auto [k, divisor] : llvm::enumerate(kDivisors)) {
    total = total + term / divisor;
    double next = 2. * static_cast<double>(k) + 1;
    term = term * (x + next) * (x + (next + 1)) / (a * a);
  }
  // For a large x the formula is infinity times 0.
  Condition hasConverged =
      abs(power) < std::numeric_limits<double>::epsilon() * abs(sum);
  return select(hasConverged, sum, total);
}

Real dtensor::stablehlo::zeta(Real x, Real q) {
  Condition isReflected = q < 0.;
  Real positive = getZetaOfPositive(x, select(isReflected, 1. - q, q));
  // The terms of all integers k, also of those below 0, depend only on the
  // distance of q to the next integer. Without the terms below 0 they are those
  // of zeta(x, q), and x is an integer here.
  Real fraction = q - floor(q + 0.5);
  Real sign = 1. - 2. * (x - 2. * floor(x * 0.5));
  Real all = pow(fraction, -x) + getZetaOfPositive(x, 1. + fraction) +
             sign * getZetaOfPositive(x, 1. - fraction);
  Real result = select(isReflected, all - sign * positive, positive);
  Condition isPole = q <= 0. && q == floor(q);
  Condition isUndefined = x < 1. || (q <= 0. && x > floor(x));
  result = select(isUndefined, kNaN, result);
  result = select(isPole && x > 1., kInfinity, result);
  return select(x == 1., kInfinity, result);
}

Real dtensor::stablehlo::polygamma(Real n, Real x) {
  Real order = n + 1.;
  Real magnitude = exp(lgamma(order)) * zeta(order, x);
  Real isOdd = n - 2. * floor(n * 0.5);
  Real result = select(isOdd == 1., magnitude, -magnitude);
  result = select(n == 0., digamma(x), result);
  return select(n < 0. || n > floor(n), kNaN, result);
}
