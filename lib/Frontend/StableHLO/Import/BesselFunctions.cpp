//===- BesselFunctions.cpp - Modified Bessel functions --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpecialFunctions.h"

using namespace mlir;
using namespace dtensor::stablehlo;

// Chebyshev coefficients from Cephes' i1e (S. Moshier, 1984). For x <= 8 they
// are those of e^-x I_1(x) / x in x / 4 - 1, and beyond of e^-x I_1(x) sqrt(x)
// in 16 / x - 1.
static constexpr double kNear[] = {
    0.25258718644363365,     -0.17641651835783406,    0.1026436586898471,
    -0.05294598120809499,    0.024726449030626516,    -0.010564084894626197,
    0.004156422944312888,    -0.0015135724506312532,  0.0005122859561685758,
    -0.00016176081582589674, 4.781565107550054e-05,   -1.3273163656039436e-05,
    3.4702513081376785e-06,  -8.568720264695455e-07,  2.0032947535521353e-07,
    -4.445059128796328e-08,  9.381537386495773e-09,   -1.8872497517228294e-09,
    3.625590281552117e-10,   -6.663489723502027e-11,  1.1736186298890901e-11,
    -1.9839743977649436e-12, 3.223793365945575e-13,   -5.042185504727912e-14,
    7.600684294735408e-15,   -1.1055969477353862e-15, 1.5536319577362005e-16,
    -2.111421214358166e-17,  2.7779141127610464e-18};
static constexpr double kFar[] = {
    0.7785762350182801,      -0.009761097491361469,   -0.00011058893876262371,
    -3.882564808877691e-06,  -2.512236237870209e-07,  -2.6314688468895196e-08,
    -3.835380385964237e-09,  -5.589743462196584e-10,  -1.8974958123505413e-11,
    3.2526035830154884e-11,  1.4125807436613782e-11,  2.0356285541470896e-12,
    -7.198551776245908e-13,  -4.0835511110921974e-13, -2.1015418427726643e-14,
    4.272440016711951e-14,   1.0420276984128802e-14,  -3.8144030724370075e-15,
    -1.8803547755107825e-15, 3.3082023109209285e-16,  2.96262899764595e-16,
    -3.209525921993424e-17,  -4.6503053684893586e-17, 4.414348323071708e-18,
    7.517296310842105e-18,   -1.242193275194891e-18};

/// c[0] / 2 + sum of c[k] T_k(x), by Clenshaw's recurrence.
static Real createChebyshev(Real x, ArrayRef<double> coefficients) {
  Real twice = x + x;
  Real next = x.constant(0), sum = x.constant(coefficients.back());
  for (double coefficient :
       llvm::reverse(coefficients.drop_front().drop_back())) {
    Real before = sum;
    sum = twice * sum - next + coefficient;
    next = before;
  }
  return x * sum - next + coefficients.front() / 2;
}

Real dtensor::stablehlo::besselI1e(Real x) {
  Real magnitude = abs(x);
  Real near = createChebyshev(magnitude * 0.25 - 1., kNear) * magnitude;
  Real far = createChebyshev(16. / magnitude - 1., kFar) / sqrt(magnitude);
  return copySign(select(magnitude <= 8., near, far), x);
}
