//===- StrategyFilter.h - Strategies that no optimum needs ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_SELECTION_STRATEGYFILTER_H
#define DTENSOR_LIB_SELECTION_STRATEGYFILTER_H

#include "dtensor/Selection/SelectionModel.h"
#include "llvm/ADT/BitVector.h"

namespace dtensor {

/// Finds strategies that can be left out: those that are forbidden with every
/// choice of a neighbor, and those that another one dominates. One dominates
/// another if it is at most as costly with every choice of the neighbors, and
/// holds at most as much memory.
class StrategyFilter {
public:
  explicit StrategyFilter(const SelectionModel &model);

  /// The strategies that are kept, by node.
  std::vector<llvm::BitVector> run();

private:
  const SelectionModel &model;
  std::vector<llvm::BitVector> kept;
  llvm::SmallVector<unsigned> pending;
  llvm::BitVector isPending;

  void push(unsigned node);
  bool visit(unsigned node);
  bool isForbidden(unsigned node, unsigned strategy) const;
};

} // namespace dtensor

#endif // DTENSOR_LIB_SELECTION_STRATEGYFILTER_H
