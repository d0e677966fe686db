//===- SelectionModel.cpp -------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Selection/SelectionModel.h"
#include "StrategyFilter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace dtensor;
using llvm::ArrayRef;
using llvm::BitVector;
using llvm::Error;
using llvm::Expected;

static double toCost(int64_t cost) {
  return double(std::min(cost, SelectionProblem::kForbidden));
}

/// Two costs, of which one may be forbidden.
static double add(double first, double second) {
  return std::min(first + second, SelectionCost::kForbidden);
}

Expected<SelectionModel>
SelectionModel::create(const SelectionProblem &problem) {
  SelectionModel model;
  model.usageLimit = problem.usageLimit;
  for (const SelectionProblem::Node &node : problem.nodes) {
    Node &made = model.nodes.emplace_back();
    for (auto [index, cost] : llvm::enumerate(node.costs)) {
      made.costs.push_back(toCost(cost));
      made.strategies.push_back(index);
    }
    made.usages = node.usages;
  }
  model.keepPeaks(problem);
  model.mergeEdges(problem);
  std::vector<BitVector> kept = StrategyFilter(model).run();
  for (auto [index, strategies] : llvm::enumerate(kept))
    if (strategies.none())
      return llvm::createStringError(
          llvm::formatv("each strategy of node {0} is forbidden, or forbidden "
                        "with all that are left of a neighbor",
                        index)
              .str());
  return model.restrictTo(kept, /*foldEdges=*/false);
}

void SelectionModel::mergeEdges(const SelectionProblem &problem) {
  std::map<std::pair<unsigned, unsigned>, unsigned> known;
  edgesOf.resize(nodes.size());
  for (const SelectionProblem::Edge &edge : problem.edges) {
    size_t rows = nodes[edge.first].costs.size();
    size_t columns = nodes[edge.second].costs.size();
    if (edge.first == edge.second) {
      std::vector<double> &costs = nodes[edge.first].costs;
      for (size_t row = 0; row < rows; ++row)
        costs[row] = add(costs[row], toCost(edge.costs[row * columns + row]));
      continue;
    }
    bool turned = edge.first > edge.second;
    auto [first, second] = std::minmax(edge.first, edge.second);
    auto [found, isNew] = known.try_emplace({first, second}, edges.size());
    if (isNew) {
      edgesOf[first].push_back(edges.size());
      edgesOf[second].push_back(edges.size());
      edges.push_back({first,
                       second,
                       turned ? columns : rows,
                       turned ? rows : columns,
                       std::vector<double>(edge.costs.size()),
                       {}});
    }
    std::vector<double> &costs = edges[found->second].costs;
    for (size_t row = 0; row < rows; ++row)
      for (size_t column = 0; column < columns; ++column) {
        double &cost =
            costs[turned ? column * rows + row : row * columns + column];
        cost = add(cost, toCost(edge.costs[row * columns + column]));
      }
  }
}

template <typename T>
static std::vector<T> keep(const std::vector<T> &values,
                           const BitVector &kept) {
  std::vector<T> result;
  for (unsigned index : kept.set_bits())
    result.push_back(values[index]);
  return result;
}

SelectionModel SelectionModel::restrictTo(ArrayRef<BitVector> kept,
                                          bool foldEdges) const {
  SelectionModel result;
  result.numPoints = numPoints;
  result.usageLimit = usageLimit;
  for (auto [node, strategies] : llvm::zip_equal(nodes, kept))
    result.nodes.push_back({node.begin, node.end, keep(node.costs, strategies),
                            keep(node.usages, strategies),
                            keep(node.strategies, strategies)});
  result.edgesOf.resize(nodes.size());
  for (const Edge &edge : edges)
    result.addRestricted(edge, kept, foldEdges);
  return result;
}

void SelectionModel::addRestricted(const Edge &edge, ArrayRef<BitVector> kept,
                                   bool foldEdges) {
  Edge made{edge.first,
            edge.second,
            kept[edge.first].count(),
            kept[edge.second].count(),
            {},
            {}};
  made.costs.reserve(made.rows * made.columns);
  for (unsigned row : kept[edge.first].set_bits())
    for (unsigned column : kept[edge.second].set_bits())
      made.costs.push_back(edge.costs[row * edge.columns + column]);
  if (foldEdges && (made.rows == 1 || made.columns == 1)) {
    unsigned open = made.columns > 1 ? edge.second : edge.first;
    for (auto [cost, part] : llvm::zip_equal(nodes[open].costs, made.costs))
      cost = add(cost, part);
    return;
  }
  made.transposed.resize(made.costs.size());
  for (size_t row = 0; row < made.rows; ++row)
    for (size_t column = 0; column < made.columns; ++column)
      made.transposed[column * made.rows + row] =
          made.costs[row * made.columns + column];
  edgesOf[edge.first].push_back(edges.size());
  edgesOf[edge.second].push_back(edges.size());
  edges.push_back(std::move(made));
}

/// Memory is at a peak only after a node begins to hold some and before another
/// one ends.
void SelectionModel::keepPeaks(const SelectionProblem &problem) {
  struct Events {
    bool begins = false;
    bool ends = false;
    unsigned point = 0;
  };
  std::map<int64_t, Events> moments;
  for (const SelectionProblem::Node &node : problem.nodes)
    if (node.begin < node.end) {
      moments[node.begin].begins = true;
      moments[node.end].ends = true;
    }
  bool rising = false;
  for (auto &[moment, events] : moments) {
    if (events.ends && rising) {
      ++numPoints;
      rising = false;
    }
    events.point = numPoints;
    rising |= events.begins;
  }
  for (auto [node, made] : llvm::zip_equal(problem.nodes, nodes))
    if (node.begin < node.end) {
      made.begin = moments[node.begin].point;
      made.end = moments[node.end].point;
    }
}

SelectionCost SelectionModel::getCost(ArrayRef<unsigned> selection) const {
  SelectionCost cost;
  for (auto [node, choice] : llvm::zip_equal(nodes, selection))
    cost.add(node.costs[choice]);
  for (const Edge &edge : edges)
    cost.add(edge.costs[selection[edge.first] * edge.columns +
                        selection[edge.second]]);
  return cost;
}

std::vector<int64_t>
SelectionModel::getUsage(ArrayRef<unsigned> selection) const {
  std::vector<int64_t> usage(numPoints + 1);
  for (auto [node, choice] : llvm::zip_equal(nodes, selection)) {
    usage[node.begin] += node.usages[choice];
    usage[node.end] -= node.usages[choice];
  }
  for (unsigned point = 1; point < numPoints; ++point)
    usage[point] += usage[point - 1];
  usage.resize(numPoints);
  return usage;
}

Selection SelectionModel::toProblem(ArrayRef<unsigned> selection) const {
  Selection result;
  for (auto [node, choice] : llvm::zip_equal(nodes, selection))
    result.push_back(node.strategies[choice]);
  return result;
}
