//===- StrategyRows.h - The costs of a node's strategies --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_SELECTION_STRATEGYROWS_H
#define DTENSOR_LIB_SELECTION_STRATEGYROWS_H

#include "dtensor/Selection/SelectionModel.h"
#include "llvm/ADT/BitVector.h"

namespace dtensor {

/// A node's strategies, each with a row of the costs of its edges, by the
/// choices that the neighbors have left. Rows lie together in memory, since all
/// pairs of them are compared.
class StrategyRows {
public:
  /// `kept` has the choices that are left of each node.
  StrategyRows(const SelectionModel &model, unsigned node,
               llvm::ArrayRef<llvm::BitVector> kept);

  /// Whether `strategy` is at most as costly as `other` with every choice of
  /// the neighbors, and holds at most as much memory.
  bool dominates(unsigned strategy, unsigned other) const;

private:
  const double *getRow(unsigned strategy) const {
    return costs.data() + strategy * width;
  }
  bool mayDominate(unsigned strategy, unsigned other) const;

  const SelectionModel::Node &facts;
  /// Where the choices of each neighbor end in a row.
  std::vector<unsigned> ends;
  unsigned width = 0;
  std::vector<double> costs;
  /// By strategy and edge: where in the row its least cost is.
  std::vector<unsigned> cheapest;
};

} // namespace dtensor

#endif // DTENSOR_LIB_SELECTION_STRATEGYROWS_H
