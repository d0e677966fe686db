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
  /// Begins with the strategies that are kept already, by node.
  StrategyFilter(const SelectionModel &model,
                 std::vector<llvm::BitVector> kept);

  /// The strategies that are kept, by node.
  std::vector<llvm::BitVector> run();
  /// Leaves out also what does not fit into memory even if all other nodes hold
  /// their least. None if nothing fits, or a node has no strategy left.
  std::optional<std::vector<llvm::BitVector>> runWithMemory();

private:
  const SelectionModel &model;
  std::vector<llvm::BitVector> kept;
  llvm::SmallVector<unsigned> pending;
  llvm::BitVector isPending;

  void push(unsigned node);
  void pushNeighbors(unsigned node);
  void visitAll();
  bool visit(unsigned node);
  bool fitMemory();
  bool isForbidden(unsigned node, unsigned strategy) const;
};

} // namespace dtensor

#endif // DTENSOR_LIB_SELECTION_STRATEGYFILTER_H
