//===- SelectionProblem.cpp -----------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Selection/SelectionProblem.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace dtensor;
using llvm::Error;

static Error invalid(const llvm::formatv_object_base &message) {
  return llvm::createStringError(message.str());
}

static bool isNegative(int64_t number) { return number < 0; }

Error SelectionProblem::verify() const {
  for (auto [index, node] : llvm::enumerate(nodes)) {
    if (node.costs.empty())
      return invalid(llvm::formatv("node {0} has no strategy", index));
    if (node.costs.size() != node.usages.size())
      return invalid(llvm::formatv("node {0} has {1} costs, but {2} usages",
                                   index, node.costs.size(),
                                   node.usages.size()));
    if (llvm::any_of(node.costs, isNegative) ||
        llvm::any_of(node.usages, isNegative))
      return invalid(
          llvm::formatv("node {0} has a negative cost or usage", index));
    if (node.begin < 0 || node.end < 0)
      return invalid(llvm::formatv("node {0} has a negative moment", index));
  }
  for (auto [index, edge] : llvm::enumerate(edges)) {
    for (unsigned end : {edge.first, edge.second})
      if (end >= nodes.size())
        return invalid(
            llvm::formatv("edge {0} names node {1}, but there are {2}", index,
                          end, nodes.size()));
    size_t required =
        nodes[edge.first].costs.size() * nodes[edge.second].costs.size();
    if (edge.costs.size() != required)
      return invalid(llvm::formatv(
          "edge {0} between nodes {1} and {2} requires {3} "
          "costs, found {4}",
          index, edge.first, edge.second, required, edge.costs.size()));
    if (llvm::any_of(edge.costs, isNegative))
      return invalid(llvm::formatv("edge {0} has a negative cost", index));
  }
  if (usageLimit < 0)
    return invalid(llvm::formatv("the usage limit is negative"));
  return Error::success();
}

SelectionValue dtensor::evaluate(const SelectionProblem &problem,
                                 llvm::ArrayRef<unsigned> selection) {
  int64_t cost = 0;
  auto add = [&](int64_t term) {
    cost = std::min(cost + std::min(term, SelectionProblem::kForbidden),
                    SelectionProblem::kForbidden);
  };
  std::map<int64_t, int64_t> changes;
  for (auto [node, choice] : llvm::zip_equal(problem.nodes, selection)) {
    add(node.costs[choice]);
    if (node.begin < node.end) {
      changes[node.begin] += node.usages[choice];
      changes[node.end] -= node.usages[choice];
    }
  }
  for (const SelectionProblem::Edge &edge : problem.edges)
    add(edge.costs[selection[edge.first] *
                       problem.nodes[edge.second].costs.size() +
                   selection[edge.second]]);
  int64_t usage = 0, peak = 0;
  for (auto [moment, change] : changes) {
    usage += change;
    peak = std::max(peak, usage);
  }
  return {cost, peak};
}
