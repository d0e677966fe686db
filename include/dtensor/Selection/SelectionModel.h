//===- SelectionModel.h - A problem made smaller ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_SELECTION_SELECTIONMODEL_H
#define DTENSOR_SELECTION_SELECTIONMODEL_H

#include "dtensor/Selection/SelectionProblem.h"
#include "llvm/ADT/BitVector.h"

namespace dtensor {

/// A sum of costs of which some may be forbidden.
struct SelectionCost {
  /// Costs here and above are forbidden ones.
  static constexpr double kForbidden = SelectionProblem::kForbidden;

  int64_t numForbidden = 0;
  /// Of those that are not.
  double sum = 0;

  void add(double cost) {
    if (cost >= kForbidden)
      ++numForbidden;
    else
      sum += cost;
  }
  SelectionCost &operator+=(const SelectionCost &other) {
    numForbidden += other.numForbidden;
    sum += other.sum;
    return *this;
  }
  SelectionCost &operator-=(const SelectionCost &other) {
    numForbidden -= other.numForbidden;
    sum -= other.sum;
    return *this;
  }
};

/// A problem as solvers take it: parallel edges are one, strategies that no
/// optimum needs are left out, and only those moments are kept at which memory
/// can be at its peak. A solution of the one is a solution of the other, with
/// the same cost.
class SelectionModel {
public:
  struct Node {
    /// The points at which the node holds memory, `begin` to before `end`.
    unsigned begin = 0;
    unsigned end = 0;
    std::vector<double> costs;
    std::vector<int64_t> usages;
    /// The strategies' numbers in the problem.
    std::vector<unsigned> strategies;
  };

  struct Edge {
    unsigned first;
    unsigned second;
    /// The numbers of strategies of `first` and of `second`.
    size_t rows;
    size_t columns;
    /// That of `second` varies fastest.
    std::vector<double> costs;
    /// The same; that of `first` varies fastest.
    std::vector<double> transposed;

    unsigned getOther(unsigned node) const {
      return node == first ? second : first;
    }
    double getCost(unsigned node, unsigned strategy, unsigned other) const {
      return node == first ? costs[strategy * columns + other]
                           : costs[other * columns + strategy];
    }
    /// The costs by the strategies of the other node.
    const double *getRow(unsigned node, unsigned strategy) const {
      return node == first ? &costs[strategy * columns]
                           : &transposed[strategy * rows];
    }
  };

  /// Errors: a node each strategy of which is forbidden.
  static llvm::Expected<SelectionModel> create(const SelectionProblem &problem);

  /// The same with the strategies that are kept, by node; at least one of each.
  /// With `foldEdges`, those of a node that has one strategy become costs of
  /// its neighbors.
  SelectionModel restrictTo(llvm::ArrayRef<llvm::BitVector> kept,
                            bool foldEdges = true) const;

  const std::vector<Node> &getNodes() const { return nodes; }
  const std::vector<Edge> &getEdges() const { return edges; }
  /// The numbers of the edges of a node.
  llvm::ArrayRef<unsigned> getEdgesOf(unsigned node) const {
    return edgesOf[node];
  }
  unsigned getNumPoints() const { return numPoints; }
  int64_t getUsageLimit() const { return usageLimit; }

  SelectionCost getCost(llvm::ArrayRef<unsigned> selection) const;
  /// Memory in bytes at each point.
  std::vector<int64_t> getUsage(llvm::ArrayRef<unsigned> selection) const;
  /// The selection in the strategies of the problem.
  Selection toProblem(llvm::ArrayRef<unsigned> selection) const;

private:
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<std::vector<unsigned>> edgesOf;
  unsigned numPoints = 0;
  int64_t usageLimit = 0;

  void mergeEdges(const SelectionProblem &problem);
  void addRestricted(const Edge &edge, llvm::ArrayRef<llvm::BitVector> kept,
                     bool foldEdges);
  void keepPeaks(const SelectionProblem &problem);
};

} // namespace dtensor

#endif // DTENSOR_SELECTION_SELECTIONMODEL_H
