//===- BranchAndBound.h - An optimum and its proof --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_SELECTION_BRANCHANDBOUND_H
#define DTENSOR_LIB_SELECTION_BRANCHANDBOUND_H

#include "dtensor/Selection/SelectionModel.h"
#include <cmath>
#include <memory>

namespace dtensor {

/// Finds a selection of least cost, and proves that it is one.
///
/// All selections are divided into parts: in each of them, one node has some of
/// its strategies only. A part is done if no selection of it can cost less than
/// the best one known (Land and Doig, "An Automatic Method of Solving Discrete
/// Programming Problems", 1960). The bounds are those of `DualAscent` and
/// `MemoryPrices`. They also tell which strategies cannot be in a better
/// selection. These are left out, so a part soon becomes small.
///
/// A bound is far from the truth mainly where memory is short: prices are the
/// same for each byte, but a node can only hold certain amounts. So nodes are
/// divided by the bytes that they hold at dear moments, or by all strategies if
/// they have many neighbors.
class BranchAndBound {
public:
  /// Looks for selections that cost less than `cost`. Ends early after
  /// `numParts` parts, or if `isOver` says so.
  BranchAndBound(double cost, int numParts, llvm::function_ref<bool()> isOver);
  ~BranchAndBound();

  void run(const SelectionModel &model);

  /// The best selection, in the strategies of the problem. Empty if none costs
  /// less than the cost at the beginning.
  const Selection &getSelection() const { return selection; }
  /// No selection costs less.
  double getBound() const { return std::min(openBound, cost); }
  /// Whether no part was given up.
  bool isFinished() const { return std::isinf(openBound); }
  /// The model without the strategies that cannot be in a better selection.
  /// Null if there is none.
  const SelectionModel *getRest() const;

private:
  struct Part;
  /// A way to divide a part.
  struct Division {
    unsigned node;
    std::vector<llvm::BitVector> strategies;
  };
  struct Branch {
    llvm::BitVector strategies;
    double bound;
  };

  /// The least cost of a feasible selection.
  double cost;
  int numParts;
  llvm::function_ref<bool()> isOver;
  Selection selection;
  std::unique_ptr<Part> root;
  /// The least bound of all parts that were given up.
  double openBound = std::numeric_limits<double>::infinity();

  bool isDone(double bound) const;
  std::unique_ptr<Part> makePart(const Part &part,
                                 std::vector<llvm::BitVector> kept) const;
  std::unique_ptr<Part> makePart(const Part &part, unsigned node,
                                 const llvm::BitVector &strategies) const;
  void raiseBound(Part &part, double aim, unsigned numRounds);
  void tighten(std::unique_ptr<Part> &part, unsigned numTimes,
               unsigned numRounds);
  void divide(const Part &part);
  bool tryOut(const Part &part, const Division &division, double &score,
              std::vector<Branch> &branches);
  std::vector<Division> getDivisions(const Part &part) const;
  bool offerIfSingle(const Part &part);
};

} // namespace dtensor

#endif // DTENSOR_LIB_SELECTION_BRANCHANDBOUND_H
