//===- RandomProblem.h - Small problems of chance ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_SELECTION_RANDOMPROBLEM_H
#define DTENSOR_UNIT_SELECTION_RANDOMPROBLEM_H

#include "dtensor/Selection/SelectionProblem.h"
#include <optional>
#include <random>

namespace dtensor {

/// A problem with at most `numNodes` nodes of one to four strategies: with
/// loops, parallel edges, forbidden costs, nodes without memory, and a limit
/// that some selections keep.
inline SelectionProblem makeRandomProblem(uint64_t seed, unsigned numNodes) {
  std::mt19937_64 random(seed);
  auto upTo = [&](int64_t most) { return int64_t(random() % (most + 1)); };
  auto makeCost = [&] { return upTo(9) == 0 ? int64_t(1) << 60 : upTo(20); };
  SelectionProblem problem;
  problem.name = "random";
  int64_t total = 0;
  for (unsigned i = 0; i < numNodes; ++i) {
    SelectionProblem::Node &node = problem.nodes.emplace_back();
    node.begin = upTo(8);
    node.end = upTo(8);
    for (int64_t strategy = upTo(3); strategy >= 0; --strategy) {
      node.costs.push_back(makeCost());
      node.usages.push_back(upTo(10));
    }
    total += node.usages[0];
  }
  for (unsigned i = 0; i < 2 * numNodes; ++i) {
    SelectionProblem::Edge &edge = problem.edges.emplace_back();
    edge.first = upTo(numNodes - 1);
    edge.second = upTo(numNodes - 1);
    edge.costs.resize(problem.nodes[edge.first].costs.size() *
                      problem.nodes[edge.second].costs.size());
    for (int64_t &cost : edge.costs)
      cost = makeCost();
  }
  problem.usageLimit = total * 3 / 10 + upTo(total);
  return problem;
}

/// Calls a function with each selection.
template <typename Callback>
void forEachSelection(const SelectionProblem &problem, Callback callback) {
  Selection selection(problem.nodes.size());
  while (true) {
    callback(selection);
    size_t node = 0;
    for (; node < selection.size(); ++node) {
      if (++selection[node] < problem.nodes[node].costs.size())
        break;
      selection[node] = 0;
    }
    if (node == selection.size())
      return;
  }
}

/// The least cost of all feasible selections, found by trying each of them.
inline std::optional<int64_t> getLeastCost(const SelectionProblem &problem) {
  std::optional<int64_t> least;
  forEachSelection(problem, [&](const Selection &selection) {
    SelectionValue value = evaluate(problem, selection);
    if (value.isFeasible(problem) && (!least || value.cost < *least))
      least = value.cost;
  });
  return least;
}

} // namespace dtensor

#endif // DTENSOR_UNIT_SELECTION_RANDOMPROBLEM_H
