//===- DualAscent.h - A bound, and what it says about choices ---*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_SELECTION_DUALASCENT_H
#define DTENSOR_LIB_SELECTION_DUALASCENT_H

#include "dtensor/Selection/SelectionModel.h"

namespace dtensor {

/// A lower bound of the costs of all selections, memory apart. Nodes send each
/// other messages, by which costs move along the edges until the sum of each
/// node's and each edge's least cost is large. This is "sequential
/// tree-reweighted message passing" (Kolmogorov, IEEE PAMI 28(10), 2006).
class DualAscent {
public:
  explicit DualAscent(const SelectionModel &model);
  /// Goes on with the messages about a model of which `model` has fewer
  /// strategies.
  DualAscent(const SelectionModel &model, const DualAscent &wider);

  /// By node and strategy: by how much a bound rises.
  using Rises = std::vector<std::vector<double>>;

  /// Sends messages along all edges forth and back, and returns the bound. It
  /// falls only if prices change. See `Elimination` for prices. `rises` tells
  /// by how much the bound *before* rises at least, if prices have not changed,
  /// for selections in which a node has a strategy.
  double iterate(llvm::ArrayRef<double> prices, Rises *rises = nullptr);

  /// Lets a node have one strategy only. The bound is then that of the
  /// selections with this choice.
  void fix(unsigned node, unsigned strategy) { fixed[node] = strategy; }
  /// The best strategy of a node by its own costs and the messages, beside the
  /// neighbors that are fixed.
  unsigned getBest(unsigned node, llvm::ArrayRef<double> prices) const;

  /// A selection that follows the messages: nodes choose in their order, each
  /// of them the best strategy beside the choices before it.
  Selection decode(llvm::ArrayRef<double> prices) const;
  /// For each node the best strategy by its own costs and the messages. Choices
  /// of neighbors may not go together; where the bound is best, they tell which
  /// memory is too dear or too cheap.
  Selection getBestAlone(llvm::ArrayRef<double> prices) const;

  /// What each node's choice and half of its edges cost above the least that
  /// the messages leave. All of it together is about what a selection costs
  /// above the bound, so it tells where the selection can become better.
  std::vector<double> getSlack(llvm::ArrayRef<double> prices,
                               llvm::ArrayRef<unsigned> selection) const;

  /// See `Elimination::getWork`.
  uint64_t getWork() const { return work; }

private:
  const SelectionModel &model;
  uint64_t work = 0;
  /// By edge: what its ends say about the strategies of the other one.
  struct Messages {
    std::vector<double> toFirst;
    std::vector<double> toSecond;
  };
  std::vector<Messages> messages;
  /// By node: the part of its costs that goes along one edge.
  std::vector<double> shares;
  /// By node: the only strategy that it may have, or `kOpen`.
  static constexpr unsigned kOpen = ~0u;
  std::vector<unsigned> fixed;

  void addOwnCosts(unsigned node, llvm::ArrayRef<double> prices,
                   std::vector<double> &costs) const;
  void addMessages(unsigned node, std::vector<double> &costs) const;
  double send(unsigned edge, unsigned from, llvm::ArrayRef<double> costs);
};

} // namespace dtensor

#endif // DTENSOR_LIB_SELECTION_DUALASCENT_H
