//===- RegionSearch.cpp ---------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionSearch.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace dtensor;
using llvm::ArrayRef;

using Edge = SelectionModel::Edge;
using Node = SelectionModel::Node;

/// A step with such tables takes about a millisecond.
static constexpr size_t kTableLimit = 1 << 14;
/// The binary logarithm of the number of nodes. A hub has thousands of
/// neighbors, and can only change together with them.
static constexpr unsigned kLargestRegion = 13;
/// The sums that take as long as a step without any.
static constexpr uint64_t kOverhead = 100;

RegionSearch::RegionSearch(const SelectionModel &model, uint64_t seed)
    : model(model), elimination(model, kTableLimit, seed), random(seed),
      memory({}), isInRegion(model.getNodes().size()) {}

void RegionSearch::offer(ArrayRef<unsigned> candidate) {
  Merit before = getMerit();
  Selection kept = std::move(selection);
  SelectionCost keptCost = cost;
  MemoryProfile keptMemory = std::move(memory);
  selection.assign(candidate.begin(), candidate.end());
  cost = model.getCost(selection);
  memory = MemoryProfile(model.getUsage(selection));
  if (getMerit() < before)
    return;
  selection = std::move(kept);
  cost = keptCost;
  memory = std::move(keptMemory);
}

void RegionSearch::setPromise(ArrayRef<double> promise) {
  promises.assign(promise.begin(), promise.end());
  std::partial_sum(promises.begin(), promises.end(), promises.begin());
}

void RegionSearch::step(ArrayRef<double> prices) {
  work += kOverhead;
  pickRegion();
  // Where memory is short, prices keep a change within the limit. How dear it
  // should be in this region is not known, so it varies.
  constexpr double kFactors[] = {0, 0.5, 1, 1, 2, 4};
  double factor = kFactors[random() % std::size(kFactors)];
  std::vector<double> scaled;
  for (double price : prices)
    scaled.push_back(factor * price);
  // A center that has to change shows ways that prices do not.
  Selection candidate = selection;
  unsigned center = region[0];
  size_t numStrategies = model.getNodes()[center].costs.size();
  bool isForced = numStrategies > 1 && random() % 2;
  if (isForced)
    candidate[center] =
        (candidate[center] + 1 + random() % (numStrategies - 1)) %
        numStrategies;
  elimination.improve(ArrayRef(region).drop_front(isForced), scaled, candidate);

  std::vector<unsigned> changed, kept, wanted;
  for (unsigned node : region)
    if (candidate[node] != selection[node]) {
      changed.push_back(node);
      kept.push_back(selection[node]);
      wanted.push_back(candidate[node]);
    }
  Merit before = getMerit();
  choose(changed, wanted);
  if (getMerit() > before)
    choose(changed, kept);
}

void RegionSearch::choose(ArrayRef<unsigned> nodes,
                          ArrayRef<unsigned> choices) {
  cost -= getCostAround(nodes);
  for (auto [node, choice] : llvm::zip_equal(nodes, choices)) {
    const Node &facts = model.getNodes()[node];
    memory.add(facts.begin, facts.end,
               facts.usages[choice] - facts.usages[selection[node]]);
    selection[node] = choice;
  }
  cost += getCostAround(nodes);
}

/// One or two centers and what is around them. Two distant parts can exchange
/// memory.
void RegionSearch::pickRegion() {
  for (unsigned node : region)
    isInRegion.reset(node);
  region.clear();
  size_t size = std::min<size_t>(size_t(2) << random() % kLargestRegion,
                                 model.getNodes().size());
  auto enter = [&](unsigned node) {
    if (isInRegion[node] || region.size() >= size)
      return;
    isInRegion.set(node);
    region.push_back(node);
  };
  for (unsigned count = 1 + random() % 2; count > 0; --count)
    enter(pickCenter());
  for (size_t next = 0; next < region.size() && region.size() < size; ++next)
    for (unsigned edge : model.getEdgesOf(region[next]))
      enter(model.getEdges()[edge].getOther(region[next]));
}

/// Any node, or one that promises much. If there is too much memory, one that
/// holds some where it is at its peak, if chance finds one.
unsigned RegionSearch::pickCenter() {
  constexpr unsigned kTries = 1000;
  unsigned numNodes = model.getNodes().size();
  auto pick = [&]() -> unsigned {
    if (promises.empty() || !(promises.back() > 0) || random() % 2)
      return random() % numNodes;
    std::uniform_real_distribution<double> upTo(0, promises.back());
    auto found = llvm::upper_bound(promises, upTo(random));
    return std::min<unsigned>(found - promises.begin(), numNodes - 1);
  };
  unsigned node = pick();
  if (getExcess() == 0)
    return node;
  unsigned point = memory.getPeakPoint();
  for (unsigned tries = 0; tries < kTries; ++tries, ++work) {
    const Node &facts = model.getNodes()[node];
    if (facts.begin <= point && point < facts.end)
      break;
    node = pick();
  }
  return node;
}

/// The costs of nodes and of their edges.
SelectionCost RegionSearch::getCostAround(ArrayRef<unsigned> nodes) const {
  llvm::DenseSet<unsigned> within(nodes.begin(), nodes.end());
  SelectionCost result;
  for (unsigned node : nodes) {
    result.add(model.getNodes()[node].costs[selection[node]]);
    for (unsigned number : model.getEdgesOf(node)) {
      const Edge &edge = model.getEdges()[number];
      unsigned other = edge.getOther(node);
      // An edge between two of them is met twice.
      if (other < node && within.contains(other))
        continue;
      result.add(edge.getCost(node, selection[node], selection[other]));
    }
  }
  return result;
}
