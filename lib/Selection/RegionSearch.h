//===- RegionSearch.h - A selection made better region by region -*- C++
//-*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_SELECTION_REGIONSEARCH_H
#define DTENSOR_LIB_SELECTION_REGIONSEARCH_H

#include "Elimination.h"
#include "MemoryProfile.h"
#include "llvm/ADT/BitVector.h"

namespace dtensor {

/// Makes a selection better: regions of the graph are chosen by chance, and
/// their nodes get the best strategies beside the others (large neighborhood
/// search; Shaw, CP 1998). A selection is better than another one if it has
/// fewer forbidden costs, or else a lower peak of memory beyond the limit, or
/// else a lower cost.
class RegionSearch {
public:
  RegionSearch(const SelectionModel &model, uint64_t seed);

  /// Goes on from `candidate` if that is better, or the first.
  void offer(llvm::ArrayRef<unsigned> candidate);
  /// Sets how promising each node is as the center of a region.
  void setPromise(llvm::ArrayRef<double> promise);
  /// Tries one region, with prices of memory as for `Elimination`.
  void step(llvm::ArrayRef<double> prices);

  llvm::ArrayRef<unsigned> getSelection() const { return selection; }
  const SelectionCost &getCost() const { return cost; }
  /// Whether nothing is forbidden and memory is within the limit.
  bool isFeasible() const { return cost.numForbidden == 0 && getExcess() == 0; }
  /// See `Elimination::getWork`.
  uint64_t getWork() const { return work + elimination.getWork(); }

private:
  const SelectionModel &model;
  uint64_t work = 0;
  Elimination elimination;
  std::mt19937_64 random;
  Selection selection;
  /// Any selection is better than none.
  SelectionCost cost{INT64_MAX, 0};
  MemoryProfile memory;
  std::vector<unsigned> region;
  llvm::BitVector isInRegion;
  /// The sums of the promises up to each node.
  std::vector<double> promises;

  using Merit = std::tuple<int64_t, int64_t, double>;
  Merit getMerit() const { return {cost.numForbidden, getExcess(), cost.sum}; }
  int64_t getExcess() const {
    return std::max<int64_t>(memory.getPeak() - model.getUsageLimit(), 0);
  }
  void pickRegion();
  unsigned pickCenter();
  void choose(llvm::ArrayRef<unsigned> nodes, llvm::ArrayRef<unsigned> choices);
  SelectionCost getCostAround(llvm::ArrayRef<unsigned> nodes) const;
};

} // namespace dtensor

#endif // DTENSOR_LIB_SELECTION_REGIONSEARCH_H
