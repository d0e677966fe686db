//===- MemoryPrices.cpp ---------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryPrices.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;

double MemoryPrices::getBound(double boundWithPrices) const {
  constexpr double kAccuracy = 1e-11;
  double ofLimit = sums.back() * double(usageLimit);
  return boundWithPrices - ofLimit -
         kAccuracy * (std::abs(boundWithPrices) + ofLimit);
}

void MemoryPrices::approach(double newAim) {
  aim = newAim;
  patience = 3;
  leastNorm = 1e-4;
  bestBound = 0;
  numWithoutGain = 0;
  llvm::fill(direction, 0);
}

/// The step is Polyak's ("Minimization of unsmooth functionals", 1969), with an
/// aim in the place of the unknown best bound. The norm has a least value: near
/// the right prices the excess is small, and the aim would be far away.
void MemoryPrices::update(llvm::ArrayRef<int64_t> usage, double bound,
                          double gap) {
  constexpr double kLeastAim = 0.002, kGain = 1e-4;
  if (bound > bestBound + kGain * gap) {
    bestBound = bound;
    numWithoutGain = 0;
  } else if (++numWithoutGain > patience) {
    numWithoutGain = 0;
    aim = std::max(0.7 * aim, kLeastAim);
  }

  // A limit of zero is priced as one of a byte.
  double limit = std::max<double>(usageLimit, 1);
  double norm = 0;
  for (auto [price, part, bytes] : llvm::zip_equal(prices, direction, usage)) {
    part = 0.7 * part + 0.3 * (double(bytes) / limit - 1);
    if (price > 0 || part > 0)
      norm += part * part;
  }
  if (norm == 0)
    return;
  norm = std::max(norm, leastNorm);
  double step = aim * gap / norm / limit;
  for (unsigned point = 0; point < prices.size(); ++point) {
    prices[point] = std::max(0.0, prices[point] + step * direction[point]);
    sums[point + 1] = sums[point] + prices[point];
  }
}
