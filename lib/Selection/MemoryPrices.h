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
      : model(model), prices(model.getNumPoints()),
        direction(model.getNumPoints()), sums(model.getNumPoints() + 1) {}

  /// The prices of all points before each one, in cost per byte.
  llvm::ArrayRef<double> getSums() const { return sums; }

  /// A lower bound of the cost of each selection within the limit, from one of
  /// the cost with these prices. It leaves room for rounding.
  double getBound(double boundWithPrices) const;

  /// Changes the prices after selections with such memory and bound were found
  /// under them.
  void update(llvm::ArrayRef<int64_t> usage, double bound);

private:
  const SelectionModel &model;
  std::vector<double> prices;
  /// The relative excess of memory at each point, averaged over updates: single
  /// ones jump back and forth.
  std::vector<double> direction;
  std::vector<double> sums;
  double bestBound = 0;
  unsigned numWithoutGain = 0;
  /// A step aims at a bound that is better by this part.
  double aim = 0.2;
};

} // namespace dtensor

#endif // DTENSOR_LIB_SELECTION_MEMORYPRICES_H
