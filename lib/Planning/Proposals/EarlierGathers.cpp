//===- EarlierGathers.cpp - One gather in place of several ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanEntries.h"
#include "Proposals.h"
#include "dtensor/Layout/CostModel.h"
#include "dtensor/Layout/OpCost.h"
#include "dtensor/Propagation/TripCounts.h"
#include "llvm/ADT/MapVector.h"
#include <set>

using namespace mlir;
using namespace dtensor;

namespace {

/// The largest number of gathers that are tried. Those that save most are tried
/// first.
constexpr size_t kMaxTried = 4;
/// The largest number of values that are examined before one gather. Values
/// further away contribute little to the gathered value.
constexpr size_t kMaxWalk = 256;
/// The largest number of values that count as near.
constexpr size_t kMaxNear = 8;

/// The bytes that are received for values computed from one value: all bytes,
/// and the bytes where only a few cheap ops are in between.
struct Received {
  double all = 0, near = 0, nearGathered = 0;
};

/// A value that could be gathered in place of values that are computed from it.
struct EarlierGather {
  mlir::Value value;
  /// The layout of the value without the mesh dimension that is gathered along.
  Layout layout;
  /// The bytes that are received for values computed from this one, less the
  /// bytes to gather it.
  double saved;
  /// The bytes to gather the value.
  double bytes;
  /// Whether the bytes are saved with only a few cheap ops in between, behind
  /// which at least as many bytes are gathered in any case.
  bool isNear;
  /// Whether the value is an argument without an annotation. It can have the
  /// layout without receiving anything.
  bool isGiven;
};

/// Finds values that could be gathered earlier. The search starts where results
/// and annotated values are gathered along a mesh dimension. With `ofOpsToo` it
/// also starts where ops gather, fetch or combine values. It lists those values
/// before them that are sharded along the dimension and that cost fewer bytes
/// to gather than are received behind them. The value that saves most comes
/// first. `graph` must have propagated layouts.
class EarlierGatherFinder {
public:
  explicit EarlierGatherFinder(LayoutGraph &graph)
      : graph(graph), model(graph.getMesh()), tripCounts(graph) {}

  std::vector<EarlierGather> run(bool ofOpsToo) {
    for (const Site &site : graph.getSites())
      if (site.isEdge)
        addGathers(*site.operands[0], graph.getArriving(site));
      else if (ofOpsToo)
        addOp(site);
    std::vector<EarlierGather> found;
    for (const auto &[place, after] : receivedAfter) {
      auto [id, dim] = place;
      const Slot &slot = graph[id];
      if (!slot.value || slot.state.isFree)
        continue;
      Layout layout = without(slot.state.layout, dim);
      if (layout == slot.state.layout)
        continue;
      bool isGiven = slot.state.isGiven;
      double bytes =
          isGiven ? 0
                  : tripCounts.get(slot.value) * getBytes(slot.state, layout);
      double saved = after.all - bytes;
      if (saved > 0)
        found.push_back({slot.value, std::move(layout), saved, bytes,
                         after.near > bytes && after.nearGathered >= bytes,
                         isGiven});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const EarlierGather &a, const EarlierGather &b) {
                       return a.saved > b.saved;
                     });
    return found;
  }

private:
  static Layout without(Layout layout, unsigned dim) {
    for (unsigned axis = 0; axis < layout.getRank(); ++axis) {
      DimList dims(layout.getAxis(axis));
      llvm::erase(dims, dim);
      layout.setAxis(axis, dims);
    }
    return layout;
  }

  double getBytes(const TensorState &state, const Layout &to) const {
    return model.getRelayoutCost(state.layout, to, state.shape,
                                 state.elementBits);
  }

  /// Adds the bytes that are gathered to bring a slot's value into a layout.
  void addGathers(SlotId from, const Layout &target) {
    const Slot &source = graph[from];
    // Some slots stand for values that do not exist.
    if (!source.value || source.state.isFree || source.state.layout == target)
      return;
    for (unsigned dim = 0; dim < graph.getMesh().getNumDimensions(); ++dim)
      if (source.state.layout.getShardedAxis(dim) &&
          !target.getShardedAxis(dim) && !target.getPartial(dim) &&
          graph.getMesh().getSize(dim) > 1 &&
          gathers.insert({from, dim}).second)
        addBehind(from, dim,
                  tripCounts.get(source.value) *
                      getBytes(source.state, without(source.state.layout, dim)),
                  /*isGathered=*/true);
  }

  /// Adds the bytes that an op gathers or fetches, and the bytes to combine or
  /// gather its results.
  void addOp(const Site &site) {
    ChoiceProblem problem = graph.getProblem(site);
    const Choice &choice = graph.getChoice(site);
    for (auto [index, slot] : llvm::enumerate(site.operands)) {
      if (!slot)
        continue;
      const Layout &needed = choice.layouts.operands[index];
      addGathers(*slot, needed);
      double fetched = getFetchedBytes(problem, index, needed, choice.sharding);
      for (unsigned dim = 0; dim < graph.getMesh().getNumDimensions(); ++dim)
        if (fetched > 0 && needed.getShardedAxis(dim))
          addBehind(*slot, dim, tripCounts.get(site.op) * fetched,
                    /*isGathered=*/!isDivided(choice, dim));
    }
    for (auto [index, slot] : llvm::enumerate(site.results)) {
      if (!slot)
        continue;
      const Layout &made = choice.layouts.results[index];
      const TensorState &state = graph[*slot].state;
      auto getMade = [&](const Layout &to) {
        return tripCounts.get(site.op) *
               model.getRelayoutCost(made, to, state.shape, state.elementBits);
      };
      for (PartialDim partial : made.getPartial())
        addBehind(*slot, partial.dim, getMade(made.withoutPartial()));
      for (unsigned dim = 0; dim < graph.getMesh().getNumDimensions(); ++dim)
        if (made.getShardedAxis(dim) && !state.layout.getShardedAxis(dim))
          addBehind(*slot, dim, getMade(without(made, dim)),
                    /*isGathered=*/true);
    }
  }

  /// Whether devices along the mesh dimension make different results. Else all
  /// of them fetch the same elements, as in a gather.
  static bool isDivided(const Choice &choice, unsigned dim) {
    return llvm::any_of(choice.layouts.results, [&](const Layout &made) {
      return made.getShardedAxis(dim) || made.getPartial(dim);
    });
  }

  /// Adds the bytes that are received for a slot's value to all values that it
  /// is computed from.
  void addBehind(SlotId from, unsigned dim, double bytes,
                 bool isGathered = false) {
    // The walk goes from later slots to earlier ones. If only one slot is left,
    // the value gets all its parts along the mesh dimension from this slot.
    std::set<SlotId, std::greater<>> left = {from};
    llvm::DenseSet<SlotId> seen = {from};
    bool isNear = true;
    while (!left.empty() && seen.size() < kMaxWalk) {
      SlotId slot = *left.begin();
      left.erase(left.begin());
      if (left.empty()) {
        Received &after = receivedAfter[{slot, dim}];
        after.all += bytes;
        if (isNear && seen.size() <= kMaxNear) {
          after.near += bytes;
          after.nearGathered += isGathered ? bytes : 0;
        }
      }
      isNear &= !isProduct(slot);
      for (SlotId operand : getOperands(slot, dim))
        if (seen.insert(operand).second)
          left.insert(operand);
    }
  }

  /// Whether a product makes the value of the slot. The work of a product
  /// should stay divided.
  bool isProduct(SlotId slot) const {
    return llvm::any_of(graph.getSitesOf(slot), [&](SiteId around) {
      const Site &site = graph[around];
      return !site.isEdge && llvm::is_contained(site.results, slot) &&
             getWorkPerPoint(*site.rule) < 1;
    });
  }

  /// The slots with the mesh dimension that the slot's value is computed from.
  SmallVector<SlotId> getOperands(SlotId slot, unsigned dim) const {
    SmallVector<SlotId> operands;
    for (SiteId around : graph.getSitesOf(slot)) {
      const Site &site = graph[around];
      if (!llvm::is_contained(site.results, slot))
        continue;
      for (std::optional<SlotId> operand : site.operands)
        // A factory makes its value in any layout.
        if (operand && !graph[*operand].state.isFree &&
            graph[*operand].state.layout.getShardedAxis(dim))
          operands.push_back(*operand);
    }
    return operands;
  }

  LayoutGraph &graph;
  CostModel model;
  TripCounts tripCounts;
  llvm::DenseSet<std::pair<SlotId, unsigned>> gathers;
  /// The bytes by slot and mesh dimension.
  llvm::MapVector<std::pair<SlotId, unsigned>, Received> receivedAfter;
};

} // namespace

static bool tryGathers(Plan &plan, llvm::StringLiteral proposal,
                       bool ofOpsToo) {
  LayoutGraph *graph = plan.getGraph();
  if (!graph)
    return false;
  auto isUnforced = [&](const EarlierGather &earlier) {
    return ofOpsToo && !earlier.isNear && !earlier.isGiven;
  };
  std::vector<EarlierGather> found = EarlierGatherFinder(*graph).run(ofOpsToo);
  llvm::erase_if(found, [&](const EarlierGather &earlier) {
    return plan.isMoved(earlier.value) ||
           (isUnforced(earlier) && !plan.getOptions().gather);
  });
  if (found.size() > kMaxTried) {
    plan.noteLimit(proposal, std::to_string(kMaxTried) + " of " +
                                 std::to_string(found.size()) +
                                 " values are tried");
    found.resize(kMaxTried);
  }
  for (EarlierGather &earlier : found) {
    Rules broken = bit(Rule::Known);
    if (earlier.isGiven)
      broken = bit(Rule::Given) | bit(Rule::Divided);
    else if (earlier.isNear)
      broken = 0;
    if (tryAlike(plan, {{earlier.value, nullptr, std::move(earlier.layout),
                         /*bytes=*/0, /*matters=*/0, /*number=*/0, broken,
                         isUnforced(earlier)}}))
      return true;
  }
  return false;
}

bool dtensor::trySharedGathers(Plan &plan) {
  return tryGathers(plan, "shared-gathers", /*ofOpsToo=*/false);
}

bool dtensor::tryEarlierGathers(Plan &plan) {
  return tryGathers(plan, "earlier-gathers", /*ofOpsToo=*/true);
}
