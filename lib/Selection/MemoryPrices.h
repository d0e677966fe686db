//===- MemoryPrices.h - What a byte costs at each point ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_SELECTION_MEMORYPRICES_H
#define DTENSOR_LIB_SELECTION_MEMORYPRICES_H

#include "dtensor/Selection/SelectionModel.h"

namespace dtensor {

/// Prices of memory, which stand for its limit: a selection that is cheapest
/// with the right prices keeps the limit nearly, and costs nearly the least
/// (Lagrangian relaxation). Prices rise where too much memory is used and fall
/// where some is left.
class MemoryPrices {
public:
  explicit MemoryPrices(const SelectionModel &model)
      : usageLimit(model.getUsageLimit()), prices(model.getNumPoints()),
        direction(model.getNumPoints()), sums(model.getNumPoints() + 1) {}

  /// From here on the gap is known, and there is little time: the first steps
  /// aim at this part of it, and soon become shorter.
  void approach(double aim);

  /// The prices of all points before each one, in cost per byte.
  llvm::ArrayRef<double> getSums() const { return sums; }

  /// A lower bound of the cost of each selection within the limit, from one of
  /// the cost with these prices. It leaves room for rounding.
  double getBound(double boundWithPrices) const;

  /// Changes the prices after selections with such memory and bound were found
  /// under them. The bound may rise by `gap` at most, about.
  void update(llvm::ArrayRef<int64_t> usage, double bound, double gap);

private:
  int64_t usageLimit;
  std::vector<double> prices;
  /// The relative excess of memory at each point, averaged over updates: single
  /// ones jump back and forth.
  std::vector<double> direction;
  std::vector<double> sums;
  double bestBound = 0;
  unsigned numWithoutGain = 0;
  /// A step aims at a bound that is better by this part of the gap.
  double aim = 0.2;
  /// The number of updates without a gain after which steps become shorter.
  unsigned patience = 30;
  double leastNorm = 0.01;
};

} // namespace dtensor

#endif // DTENSOR_LIB_SELECTION_MEMORYPRICES_H
