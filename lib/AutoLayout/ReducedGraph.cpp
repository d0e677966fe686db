//===- ReducedGraph.cpp - Values that must agree as one -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducedGraph.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/IntEqClasses.h"
#include <map>
#include <set>

using namespace mlir;
using namespace dtensor;
using llvm::hash_code;

/// Below this number of nodes equal ones are kept apart: a chain of equal
/// products may want layouts in turn.
static constexpr unsigned kLarge = 400;
/// The number of steps from which two nodes must look equal.
static constexpr int kSteps = 4;

ReducedGraph::ReducedGraph(const LayoutGraph &graph) : graph(graph) {
  uniteAgreeing();
  mergeEqual();
}

std::optional<unsigned> ReducedGraph::getNode(SlotId slot) const {
  return nodeOfSlot[llvm::to_underlying(slot)];
}

std::optional<unsigned> ReducedGraph::getNode(SiteId site) const {
  return nodeOfSite[llvm::to_underlying(site)];
}

/// Calls `callback` with each value at a site that has a layout to choose, and
/// the factors of its axes.
static void
forEachEnd(const LayoutGraph &graph, const Site &site,
           llvm::function_ref<void(SlotId, const TensorFactors &)> callback) {
  for (auto [slot, factors] :
       llvm::zip_equal(site.operands, site.rule->operands))
    if (slot && !graph[*slot].state.isFree)
      callback(*slot, factors);
  for (auto [slot, factors] : llvm::zip_equal(site.results, site.rule->results))
    if (slot && !graph[*slot].state.isFree)
      callback(*slot, factors);
}

/// Whether nothing is said about the layout, so that it may be that of another
/// value of the same shape.
static bool isUndetermined(const Slot &slot) {
  return slot.priority == Slot::kNoPriority && slot.state.replicated.empty();
}

/// Whether all values at a site may have one layout at no cost.
static bool canAgree(const LayoutGraph &graph, const Site &site) {
  if (site.border || !site.rule->windows.empty() || site.rule->isReshape ||
      llvm::any_of(site.rule->factors, [](const Factor &factor) {
        return factor.kind != FactorKind::Parallel;
      }))
    return false;
  bool agree = true;
  std::optional<SlotId> first;
  const TensorFactors *axes = nullptr;
  forEachEnd(graph, site, [&](SlotId id, const TensorFactors &factors) {
    const Slot &slot = graph[id];
    agree &= isUndetermined(slot) && slot.type.getRank() > 0;
    if (!first) {
      first = id;
      axes = &factors;
      return;
    }
    const Slot &other = graph[*first];
    agree &= *axes == factors && slot.state.shape == other.state.shape &&
             slot.state.open == other.state.open;
  });
  return agree && first;
}

void ReducedGraph::uniteAgreeing() {
  llvm::IntEqClasses classes(graph.getSlots().size());
  std::vector<bool> agrees;
  for (const Site &site : graph.getSites()) {
    agrees.push_back(canAgree(graph, site));
    if (!agrees.back())
      continue;
    std::optional<SlotId> first;
    forEachEnd(graph, site, [&](SlotId slot, const TensorFactors &) {
      if (first)
        classes.join(llvm::to_underlying(*first), llvm::to_underlying(slot));
      first = slot;
    });
  }
  classes.compress();
  for (SlotId slot : graph.getSlotIds())
    parts.push_back(classes[llvm::to_underlying(slot)]);
  // The nodes of sites follow those of values.
  numValues = classes.getNumClasses();
  numNodes = numValues;
  for (SlotId slot : graph.getSlotIds())
    nodeOfSlot.push_back(
        graph[slot].state.isFree ? std::nullopt : std::optional(getPart(slot)));
  for (SiteId id : graph.getSiteIds()) {
    const Site &site = graph[id];
    bool makesFree = llvm::any_of(site.results, [&](std::optional<SlotId> s) {
      return s && graph[*s].state.isFree;
    });
    auto isTensor = [](std::optional<SlotId> slot) { return slot.has_value(); };
    bool hasOwn = !site.isEdge && !makesFree &&
                  !agrees[llvm::to_underlying(id)] &&
                  (llvm::any_of(site.operands, isTensor) ||
                   llvm::any_of(site.results, isTensor));
    nodeOfSite.push_back(hasOwn ? std::optional(numNodes++) : std::nullopt);
  }
}

void ReducedGraph::mergeEqual() {
  // What is seen of each node from so many steps around it.
  std::vector<hash_code> seen(numNodes, hash_code(0));
  std::vector<bool> isUsed(numNodes, false);
  for (SlotId id : graph.getSlotIds()) {
    std::optional<unsigned> node = getNode(id);
    if (!node || isUsed[*node])
      continue;
    const Slot &slot = graph[id];
    isUsed[*node] = true;
    hash_code layout = llvm::hash_value(slot.priority);
    for (const DimList &axis : slot.state.layout.getAxes())
      layout = llvm::hash_combine(
          layout, llvm::hash_combine_range(axis.begin(), axis.end()));
    seen[*node] = llvm::hash_combine(
        layout, slot.type,
        llvm::hash_combine_range(slot.state.open.begin(),
                                 slot.state.open.end()),
        llvm::hash_combine_range(slot.state.replicated.begin(),
                                 slot.state.replicated.end()));
  }
  for (SiteId id : graph.getSiteIds())
    if (std::optional<unsigned> node = getNode(id)) {
      isUsed[*node] = true;
      seen[*node] = llvm::hash_combine(graph[id].structure, "site");
    }

  if (llvm::count(isUsed, true) > kLarge)
    for (int step = 0; step < kSteps; ++step) {
      std::vector<hash_code> next = seen;
      // A sum does not depend on the order of the ops around a value, and many
      // of a kind count as one: there may be as many as layers.
      std::vector<std::set<size_t>> around(numValues);
      for (SiteId id : graph.getSiteIds()) {
        const Site &site = graph[id];
        std::optional<unsigned> node = getNode(id);
        unsigned position = 0;
        auto visit = [&](std::optional<SlotId> slot) {
          ++position;
          std::optional<unsigned> value = slot ? getNode(*slot) : std::nullopt;
          if (!value)
            return;
          if (node)
            next[*node] =
                llvm::hash_combine(next[*node], position, seen[*value]);
          around[*value].insert(llvm::hash_combine(
              position, node ? seen[*node] : hash_code(site.structure)));
        };
        llvm::for_each(site.operands, visit);
        llvm::for_each(site.results, visit);
      }
      for (unsigned value = 0; value < numValues; ++value)
        for (size_t each : around[value])
          next[value] = llvm::hash_combine(next[value], each);
      seen = std::move(next);
    }
  else
    for (unsigned node = 0; node < numNodes; ++node)
      seen[node] = hash_code(node);

  // New numbers, values first.
  std::map<size_t, unsigned> numbers;
  std::vector<unsigned> renamed(numNodes);
  unsigned count = 0;
  for (unsigned node = 0; node < numNodes; ++node) {
    if (node == numValues)
      numbers.clear();
    if (!isUsed[node])
      continue;
    auto [known, isNew] = numbers.try_emplace(size_t(seen[node]), count);
    count += isNew;
    renamed[node] = known->second;
    if (node < numValues)
      slotOf.resize(count);
  }
  for (SlotId slot : graph.getSlotIds())
    if (std::optional<unsigned> &node = nodeOfSlot[llvm::to_underlying(slot)]) {
      node = renamed[*node];
      slotOf[*node] = slot;
    }
  for (std::optional<unsigned> &node : nodeOfSite)
    if (node)
      node = renamed[*node];
  numValues = slotOf.size();
  numNodes = count;
}
