//===- CarriedSums.cpp - Sums that loops carry in parts -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedLayouts.h"
#include "Proposals.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace dtensor;

/// The largest number of carried values that are tried.
static constexpr size_t kMaxTried = 8;

namespace {

/// Finds values that loops carry sharded along a mesh dimension, although each
/// iteration adds or writes something that is partial along it. The graph is
/// that of the module, has propagated layouts, and must outlive this object.
class SumLister {
public:
  SumLister(LayoutGraph &graph, ModuleOp module)
      : graph(graph), holders(graph, module) {}

  /// For each such value: the value, and all values on its way through the
  /// loop, each with the layout in which it is partial.
  std::vector<std::vector<CarriedLayout>> run() {
    std::vector<std::vector<CarriedLayout>> found;
    llvm::DenseSet<SlotId> seen;
    for (SlotId slot : graph.getSlotIds()) {
      if (!isCarried(graph[slot]) || seen.contains(slot))
        continue;
      SetVector<SlotId> before = getAllBefore(slot);
      SmallVector<SlotId> way = getWay(slot, before);
      seen.insert(way.begin(), way.end());
      std::vector<CarriedLayout> carried = makePartial(way, before);
      if (!carried.empty())
        found.push_back(std::move(carried));
    }
    return found;
  }

private:
  /// The slots from which the one of `slot` would be partial if they were.
  SmallVector<SlotId> getBefore(SlotId slot) const {
    SmallVector<SlotId> before;
    for (SiteId around : graph.getSitesOf(slot)) {
      const Site &site = graph[around];
      const auto *result = llvm::find(site.results, slot);
      if (result == site.results.end())
        continue;
      // On the other side of a border the value has another layout.
      if (site.isEdge && !site.border)
        before.push_back(*site.operands[0]);
      auto add = [&](ArrayRef<unsigned> operands) {
        for (unsigned operand : operands)
          if (site.operands[operand])
            before.push_back(*site.operands[operand]);
      };
      for (const PartialPassing &passing : site.rule->passings)
        if (llvm::is_contained(passing.results, result - site.results.begin()))
          add(passing.operands);
      add(site.rule->accumulators);
    }
    return before;
  }

  /// All slots that `slot` depends on in this way.
  SetVector<SlotId> getAllBefore(SlotId slot) const {
    SetVector<SlotId> all;
    all.insert(slot);
    for (size_t i = 0; i < all.size(); ++i)
      all.insert_range(getBefore(all[i]));
    return all;
  }

  /// The slots on the way of a carried value from one iteration to the next:
  /// those of the slots `before` it that depend on it.
  SmallVector<SlotId> getWay(SlotId carried,
                             const SetVector<SlotId> &before) const {
    llvm::DenseMap<SlotId, SmallVector<SlotId>> after;
    for (SlotId slot : before)
      for (SlotId earlier : getBefore(slot))
        after[earlier].push_back(slot);
    SetVector<SlotId> way;
    way.insert(carried);
    for (size_t i = 0; i < way.size(); ++i)
      way.insert_range(after[way[i]]);
    return way.takeVector();
  }

  /// Makes the slots of a way partial along the dimensions that shard one of
  /// them and along which something before them is combined.
  std::vector<CarriedLayout> makePartial(ArrayRef<SlotId> way,
                                         const SetVector<SlotId> &before) {
    SmallVector<PartialDim, 1> combined;
    for (SlotId slot : before)
      for (PartialDim made : getCombined(slot))
        if (llvm::any_of(way,
                         [&](SlotId each) {
                           return graph[each].state.layout.getShardedAxis(
                               made.dim);
                         }) &&
            llvm::none_of(combined, [&](PartialDim known) {
              return known.dim == made.dim;
            }))
          combined.push_back(made);
    bool isOne = llvm::all_of(combined, [&](PartialDim each) {
      return each.combiner == combined.front().combiner;
    });
    if (combined.empty() || !isOne || combined.front().combiner == Combiner::Or)
      return {};
    auto dims = llvm::map_to_vector(
        combined, [](PartialDim partial) { return partial.dim; });
    std::vector<CarriedLayout> carried;
    for (SlotId id : way) {
      const Slot &slot = graph[id];
      // Annotated values keep their layouts.
      if (slot.priority != Slot::kNoPriority || slot.state.isFree ||
          slot.state.layout.isPartial())
        return {};
      Layout layout = getWithout(slot.state.layout, dims);
      layout.setPartial(combined);
      carried.push_back(holders.get(id, std::move(layout)));
    }
    return carried;
  }

  /// The dimensions along which the op of a value makes it partial, or would do
  /// so if the cheapest choice at the op did not count. Without those along
  /// which the value is partial.
  SmallVector<PartialDim, 1> getCombined(SlotId slot) {
    SmallVector<PartialDim, 1> combined;
    for (SiteId around : graph.getSitesOf(slot)) {
      const Site &site = graph[around];
      const auto *result = llvm::find(site.results, slot);
      if (site.isEdge || result == site.results.end())
        continue;
      auto add = [&](const OpLayouts &layouts) {
        for (PartialDim partial :
             layouts.results[result - site.results.begin()].getPartial())
          if (!graph[slot].state.layout.getPartial(partial.dim))
            combined.push_back(partial);
      };
      const Choice &choice = graph.getChoice(site);
      add(choice.layouts);
      if (!choice.isConflictFree)
        for (const Alternative &other :
             listAlternatives(graph.getProblem(site)))
          add(other.layouts);
    }
    return combined;
  }

  LayoutGraph &graph;
  SlotHolders holders;
};

} // namespace

bool dtensor::tryCarriedSums(Plan &plan) {
  LayoutGraph *graph = plan.getGraph();
  if (!graph)
    return false;
  std::vector<std::vector<CarriedLayout>> found =
      SumLister(*graph, plan.getModule()).run();
  if (found.size() > kMaxTried) {
    plan.noteLimit("carried-sums", std::to_string(kMaxTried) + " of " +
                                       std::to_string(found.size()) +
                                       " values are tried");
    found.resize(kMaxTried);
  }
  plan.begin();
  for (std::vector<CarriedLayout> &carried : found)
    plan.adoptIfBetter(makeCarriedChange(std::move(carried), plan.getMesh()));
  return plan.end();
}
