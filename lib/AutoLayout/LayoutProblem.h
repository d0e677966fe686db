//===- LayoutProblem.h - The choice of layouts as a selection ---*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_AUTOLAYOUT_LAYOUTPROBLEM_H
#define DTENSOR_LIB_AUTOLAYOUT_LAYOUTPROBLEM_H

#include "ReducedGraph.h"
#include "RelayoutTime.h"
#include "dtensor/Propagation/TripCounts.h"
#include "dtensor/Selection/SelectionProblem.h"

namespace dtensor {

/// The choice of all layouts of a program as a problem of selection. A node is
/// a value or an op of the reduced graph; its strategies are its layouts, or
/// the shardings of its rule. Costs are predicted times, and usages the bytes
/// of values on a device.
class LayoutProblem {
public:
  /// `memory` is the number of bytes that a device may hold.
  LayoutProblem(LayoutGraph &graph, mlir::func::FuncOp entry,
                const Machine &machine, int64_t memory);

  const SelectionProblem &getProblem() const { return problem; }
  void setMemory(int64_t memory) { problem.usageLimit = memory; }
  /// The seconds of one unit of cost.
  double getUnit() const { return unit; }

  /// The node of an argument of the entry, if its layout is to be chosen.
  std::optional<unsigned> getArgumentNode(unsigned argument) const {
    return nodeOfArgument[argument];
  }
  /// The same of a result.
  std::optional<unsigned> getResultNode(unsigned result) const {
    return nodeOfResult[result];
  }
  llvm::ArrayRef<Layout> getLayouts(unsigned node) const {
    return layouts[node];
  }

  /// About what a selection costs if a node takes another strategy: the ops
  /// around it follow, and no other value does.
  double estimate(llvm::ArrayRef<unsigned> selection, unsigned node,
                  unsigned strategy) const;

private:
  struct Edge {
    unsigned first, second;
    std::vector<double> costs;
  };

  void addWork(const Site &site, std::optional<unsigned> node);
  void addRelayouts(SiteId id);
  void addEdge(const Site &site);
  void addUsages(mlir::func::FuncOp entry);
  std::vector<double> &getEdgeCosts(unsigned first, unsigned second);
  void finish();

  LayoutGraph &graph;
  const Mesh &mesh;
  const Machine &machine;
  ReducedGraph reduced;
  RelayoutTime relayouts;
  TripCounts tripCounts;
  /// By node: the layouts of a value.
  std::vector<std::vector<Layout>> layouts;
  /// By node: the shardings of an op, and its layouts under each.
  struct OpStrategies {
    std::vector<FactorSharding> shardings;
    std::vector<OpLayouts> layouts;
  };
  std::vector<OpStrategies> strategies;
  std::vector<std::vector<double>> costs;
  std::map<std::pair<unsigned, unsigned>, unsigned> edgeOf;
  std::vector<Edge> edges;
  std::vector<std::vector<unsigned>> edgesOf;
  std::vector<std::optional<unsigned>> nodeOfArgument, nodeOfResult;
  SelectionProblem problem;
  double unit = 1;
};

} // namespace dtensor

#endif // DTENSOR_LIB_AUTOLAYOUT_LAYOUTPROBLEM_H
