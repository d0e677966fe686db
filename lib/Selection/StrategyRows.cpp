//===- StrategyRows.cpp ---------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StrategyRows.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;
using llvm::BitVector;

static constexpr double kForbiddenCost = SelectionCost::kForbidden;

StrategyRows::StrategyRows(const SelectionModel &model, unsigned node,
                           llvm::ArrayRef<BitVector> kept)
    : facts(model.getNodes()[node]) {
  for (unsigned number : model.getEdgesOf(node)) {
    width += kept[model.getEdges()[number].getOther(node)].count();
    ends.push_back(width);
  }
  size_t numStrategies = facts.costs.size();
  costs.resize(numStrategies * width);
  cheapest.resize(numStrategies * ends.size());
  unsigned begin = 0;
  for (auto [edgeIndex, number] : llvm::enumerate(model.getEdgesOf(node))) {
    const SelectionModel::Edge &edge = model.getEdges()[number];
    llvm::SmallVector<unsigned> choices(kept[edge.getOther(node)].set_bits());
    for (unsigned strategy : kept[node].set_bits()) {
      double *row = costs.data() + strategy * width;
      for (auto [index, choice] : llvm::enumerate(choices))
        row[begin + index] = edge.getCost(node, strategy, choice);
      cheapest[strategy * ends.size() + edgeIndex] =
          std::min_element(row + begin, row + ends[edgeIndex]) - row;
    }
    begin = ends[edgeIndex];
  }
}

/// Looks at one choice of each neighbor only, the one that suits `other` best.
/// It rules out nearly all pairs.
bool StrategyRows::mayDominate(unsigned strategy, unsigned other) const {
  const double *own = getRow(strategy), *others = getRow(other);
  const unsigned *best = cheapest.data() + other * ends.size();
  double excess = facts.costs[strategy] - facts.costs[other];
  for (size_t edge = 0; edge < ends.size(); ++edge)
    excess += own[best[edge]] - others[best[edge]];
  return excess <= 0;
}

/// The costs of the node and of its edges are compared together: what is dearer
/// in one may be cheaper in another.
bool StrategyRows::dominates(unsigned strategy, unsigned other) const {
  if (facts.begin < facts.end && facts.usages[strategy] > facts.usages[other])
    return false;
  if (!mayDominate(strategy, other))
    return false;
  const double *own = getRow(strategy), *others = getRow(other);
  double excess = facts.costs[strategy] - facts.costs[other];
  unsigned index = 0;
  for (unsigned end : ends) {
    double worst = -kForbiddenCost;
    // Where `other` cannot be taken, nothing needs to be better.
    for (; index < end; ++index)
      if (others[index] < kForbiddenCost)
        worst = std::max(worst, own[index] - others[index]);
    excess += worst;
  }
  return excess <= 0;
}
