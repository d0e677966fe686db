//===- Elimination.h - The best choices of many nodes at once ---*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_SELECTION_ELIMINATION_H
#define DTENSOR_LIB_SELECTION_ELIMINATION_H

#include "dtensor/Selection/SelectionModel.h"
#include <memory>
#include <random>

namespace dtensor {

/// Finds the best strategies of a region's nodes while all others are fixed.
///
/// A node is eliminated when the best cost of its strategies is known for each
/// choice of its neighbors: a table, which stands in the place of the node.
/// With nodes of few neighbors first, this is exact and cheap on graphs that
/// are nearly trees, as those of programs are (Bertele and Brioschi, "Nonserial
/// Dynamic Programming", 1972). Where a table would become too large, some node
/// keeps the strategy that it has: the result is the best one beside that
/// choice, and never worse than before.
class Elimination {
public:
  /// No table has more entries than `tableLimit`.
  Elimination(const SelectionModel &model, size_t tableLimit, uint64_t seed);

  /// Changes the choices of the nodes of `region`, each named once. `prices`
  /// are the costs of one byte from the first point to before each point, so
  /// that a byte held from `begin` to `end` costs `prices[end] -
  /// prices[begin]`.
  void improve(llvm::ArrayRef<unsigned> region, llvm::ArrayRef<double> prices,
               llvm::MutableArrayRef<unsigned> selection);

  /// The number of sums made so far, a measure of time that is the same on
  /// every machine.
  uint64_t getWork() const { return work; }

private:
  /// Costs by the choices of some nodes. Those that are fixed meanwhile are
  /// taken out, so the entries lie in strides.
  struct Table {
    llvm::SmallVector<unsigned, 4> places;
    llvm::SmallVector<size_t, 4> strides;
    const double *entries;
    /// Not null if these are the costs of a whole edge.
    const SelectionModel::Edge *edge = nullptr;
  };

  /// A node of the region.
  struct State {
    unsigned node;
    /// By strategy: its own costs, and those of tables of this node alone.
    std::vector<double> costs;
    /// The tables that name it.
    llvm::SmallVector<unsigned, 4> tables;
    bool isOpen;
  };

  const SelectionModel &model;
  const size_t tableLimit;
  std::mt19937_64 random;
  uint64_t work = 0;
  /// By node: its place in `states`, or `kOutside`.
  static constexpr unsigned kOutside = ~0u;
  std::vector<unsigned> placeOf;
  std::vector<State> states;
  std::vector<Table> tables;
  std::vector<std::unique_ptr<double[]>> storage;
  size_t numStored = 0;
  std::vector<unsigned> eliminated;
  /// The number of nodes from which one that is fixed is chosen.
  unsigned numTried = 1;

  void enter(llvm::ArrayRef<unsigned> region, llvm::ArrayRef<double> prices,
             llvm::ArrayRef<unsigned> selection);
  void addEdge(const SelectionModel::Edge &edge,
               llvm::ArrayRef<unsigned> selection);
  /// The places of the nodes beside which `place` stands in a table.
  llvm::SmallVector<unsigned> getNeighbors(unsigned place) const;
  /// The number of sums that eliminating takes; `kTooMuch` if it is not to be
  /// done.
  static constexpr size_t kTooMuch = ~size_t(0);
  size_t getWorkOf(unsigned place) const;
  void eliminate(unsigned place);
  void fix(unsigned place, unsigned choice);
  /// Adds to `costs`, by the choices of `neighbors`, the least cost of the
  /// strategies of `place`.
  void addLeastCosts(unsigned place, llvm::ArrayRef<unsigned> neighbors,
                     llvm::MutableArrayRef<double> costs);
  unsigned getBest(unsigned place, llvm::ArrayRef<unsigned> selection);
  unsigned pickToFix(llvm::ArrayRef<unsigned> open);
};

} // namespace dtensor

#endif // DTENSOR_LIB_SELECTION_ELIMINATION_H
