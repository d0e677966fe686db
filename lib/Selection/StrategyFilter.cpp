//===- StrategyFilter.cpp -------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StrategyFilter.h"
#include "StrategyRows.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;
using llvm::BitVector;

using Node = SelectionModel::Node;
using Edge = SelectionModel::Edge;
static constexpr double kForbiddenCost = SelectionCost::kForbidden;

StrategyFilter::StrategyFilter(const SelectionModel &model)
    : model(model), isPending(model.getNodes().size()) {
  for (auto [index, node] : llvm::enumerate(model.getNodes())) {
    kept.emplace_back(node.costs.size(), true);
    push(index);
  }
}

StrategyFilter::StrategyFilter(const SelectionModel &model,
                               std::vector<BitVector> keptBefore)
    : model(model), kept(std::move(keptBefore)), isPending(kept.size()) {
  for (unsigned node = 0; node < kept.size(); ++node)
    if (!kept[node].all()) {
      push(node);
      pushNeighbors(node);
    }
}

std::vector<BitVector> StrategyFilter::run() {
  visitAll();
  return std::move(kept);
}

std::optional<std::vector<BitVector>> StrategyFilter::runWithMemory() {
  do {
    visitAll();
    if (llvm::any_of(kept, [](const BitVector &node) { return node.none(); }) ||
        !fitMemory())
      return std::nullopt;
  } while (!pending.empty());
  return std::move(kept);
}

void StrategyFilter::visitAll() {
  while (!pending.empty()) {
    unsigned node = pending.pop_back_val();
    isPending.reset(node);
    if (visit(node))
      pushNeighbors(node);
  }
}

/// Returns whether the least of all nodes fits.
bool StrategyFilter::fitMemory() {
  std::vector<unsigned> least;
  for (auto [node, strategies] : llvm::zip_equal(model.getNodes(), kept)) {
    unsigned &best = least.emplace_back(strategies.find_first());
    for (unsigned strategy : strategies.set_bits())
      if (node.usages[strategy] < node.usages[best])
        best = strategy;
  }
  std::vector<int64_t> usage = model.getUsage(least);
  if (llvm::any_of(
          usage, [&](int64_t bytes) { return bytes > model.getUsageLimit(); }))
    return false;
  for (auto [index, node] : llvm::enumerate(model.getNodes())) {
    if (node.begin >= node.end)
      continue;
    int64_t peak =
        *std::max_element(usage.begin() + node.begin, usage.begin() + node.end);
    int64_t most = node.usages[least[index]] + model.getUsageLimit() - peak;
    for (unsigned strategy : kept[index].set_bits())
      if (node.usages[strategy] > most) {
        kept[index].reset(strategy);
        push(index);
        pushNeighbors(index);
      }
  }
  return true;
}

void StrategyFilter::pushNeighbors(unsigned node) {
  for (unsigned edge : model.getEdgesOf(node))
    push(model.getEdges()[edge].getOther(node));
}

void StrategyFilter::push(unsigned node) {
  if (isPending[node])
    return;
  isPending.set(node);
  pending.push_back(node);
}

bool StrategyFilter::visit(unsigned node) {
  bool changed = false;
  auto dropIf = [&](auto isSuperfluous) {
    for (unsigned strategy : kept[node].set_bits())
      if (isSuperfluous(strategy)) {
        kept[node].reset(strategy);
        changed = true;
      }
  };
  dropIf([&](unsigned strategy) { return isForbidden(node, strategy); });

  // Comparing all pairs of a hub with many strategies would take longer than
  // what it saves.
  constexpr size_t kMostWork = 1 << 22;
  size_t work = 0;
  for (unsigned edge : model.getEdgesOf(node))
    work += kept[model.getEdges()[edge].getOther(node)].count();
  work *= kept[node].count() * kept[node].count();
  if (work > kMostWork)
    return changed;
  StrategyRows rows(model, node, kept);
  dropIf([&](unsigned strategy) {
    return llvm::any_of(kept[node].set_bits(), [&](unsigned other) {
      return other != strategy && rows.dominates(other, strategy);
    });
  });
  return changed;
}

bool StrategyFilter::isForbidden(unsigned node, unsigned strategy) const {
  if (model.getNodes()[node].costs[strategy] >= kForbiddenCost)
    return true;
  return llvm::any_of(model.getEdgesOf(node), [&](unsigned number) {
    const Edge &edge = model.getEdges()[number];
    return llvm::all_of(
        kept[edge.getOther(node)].set_bits(), [&](unsigned choice) {
          return edge.getCost(node, strategy, choice) >= kForbiddenCost;
        });
  });
}
