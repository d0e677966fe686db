//===- LazyPartials.cpp - Put reductions off ------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LazyPartials.h"
#include "dtensor/Propagation/TripCounts.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// How many values are looked at that a partial one comes from.
constexpr size_t kMaxBefore = 16;

/// Starts from the hope that every user can take what is partial, and gives up
/// where one cannot.
class LazyPartials {
public:
  explicit LazyPartials(LayoutGraph &graph) : graph(graph), tripCounts(graph) {
    makers.resize(graph.getSlots().size());
    for (const Site &site : graph.getSites())
      for (std::optional<SlotId> slot : site.results)
        if (slot && !site.isEdge)
          makers[llvm::to_underlying(*slot)] = &site;
  }

  void run() {
    suggestLoops();
    for (bool changed = true; changed;) {
      changed = false;
      makePartial();
      for (SlotId slot : graph.getSlotIds())
        if (getLayout(slot).isPartial() && mayBePartial(slot) &&
            (!passesEverywhere(slot) || !isHandedOn(slot))) {
          refused.insert(slot);
          getLayout(slot).setPartial({});
          changed = true;
        }
    }
  }

private:
  Layout &getLayout(SlotId slot) { return graph[slot].state.layout; }

  /// The loop that hands the slot's value from turn to turn.
  LoopLikeOpInterface getLoop(SlotId slot) const {
    auto argument = dyn_cast_if_present<BlockArgument>(graph[slot].value);
    return argument ? dyn_cast<LoopLikeOpInterface>(
                          argument.getOwner()->getParentOp())
                    : LoopLikeOpInterface();
  }

  /// Whether the slot is what a loop carries or the result of an op, and
  /// nobody fixed it.
  bool mayBePartial(SlotId id) {
    const Slot &slot = graph[id];
    return slot.value && slot.priority == Slot::kNoPriority &&
           !refused.contains(id) &&
           (getLoop(id) ||
            (slot.value.getDefiningOp() && !slot.value.use_empty()));
  }

  /// What a loop carries may be partial if what a turn makes of it would like
  /// to be. The initial value becomes partial at no cost.
  void suggestLoops() {
    makePartial();
    for (const Site &yield : graph.getSites()) {
      if (!yield.isEdge)
        continue;
      SlotId carried = *yield.results.front();
      LoopLikeOpInterface loop = getLoop(carried);
      if (!loop || !loop->isProperAncestor(yield.op) || !mayBePartial(carried))
        continue;
      SmallVector<PartialDim, 1> wished = getWished(yield);
      if (llvm::none_of(wished, [&](PartialDim dim) {
            return getLayout(carried).getShardedAxis(dim.dim);
          }))
        getLayout(carried).setPartial(wished);
    }
  }

  /// How the source of an edge is partial, or would be if all that goes into it
  /// were partial like the first that is.
  SmallVector<PartialDim, 1> getWished(const Site &edge) {
    SmallVector<PartialDim, 1> wished(
        getLayout(*edge.operands.front()).getPartial());
    Operation *op = edge.uses.front()->get().getDefiningOp();
    const Site *site = op ? graph.getSite(op) : nullptr;
    if (!wished.empty() || !site)
      return wished;
    for (const Layout &made : getOpLayoutsAt(*site).results)
      if (wished.empty())
        llvm::append_range(wished, made.getPartial());
    for (std::optional<SlotId> operand : site->operands)
      if (operand && wished.empty() && isWorthCarrying(edge, *operand))
        llvm::append_range(wished, getLayout(*operand).getPartial());
    return wished;
  }

  /// Whether all turns of the loop together would combine no less of the
  /// operand than is carried: of a buffer they may write few rows.
  bool isWorthCarrying(const Site &yield, SlotId operand) {
    double count =
        tripCounts.get(yield.op) / tripCounts.get(yield.op->getParentOp());
    return count * getBytes(operand) >= getBytes(*yield.results.front());
  }

  /// Gives results the partial dimensions that their ops make, in order.
  void makePartial() {
    for (const Site &site : graph.getSites()) {
      if (site.isEdge)
        continue;
      const OpLayouts &layouts = getOpLayoutsAt(site);
      for (auto [slot, layout] : llvm::zip_equal(site.results, layouts.results))
        if (slot && graph[*slot].priority == Slot::kNoPriority)
          getLayout(*slot).setPartial(mayBePartial(*slot) &&
                                              agree(getLayout(*slot), layout)
                                          ? layout.getPartial()
                                          : ArrayRef<PartialDim>());
    }
  }

  /// A value that is resharded after its op is combined with it.
  static bool agree(const Layout &slot, const Layout &made) {
    return slot.getAxes() == made.getAxes();
  }

  const OpLayouts &getOpLayoutsAt(const Site &site) {
    return graph.getChoice(site).layouts;
  }

  /// What a turn of a loop makes of a partial value must be partial alike.
  bool isHandedOn(SlotId id) {
    LoopLikeOpInterface loop = getLoop(id);
    if (!loop)
      return true;
    for (SiteId around : graph.getSitesOf(id)) {
      const Site &site = graph[around];
      if (site.isEdge && site.results.front() == id &&
          loop->isProperAncestor(site.op) &&
          getLayout(*site.operands.front()) != getLayout(id))
        return false;
    }
    return true;
  }

  bool passesEverywhere(SlotId id) {
    LoopLikeOpInterface loop = getLoop(id);
    // How much of the value is combined behind all users, its share of what
    // they make of several.
    double putOff = 0;
    for (SiteId around : graph.getSitesOf(id)) {
      const Site &site = graph[around];
      if (!llvm::is_contained(site.operands, id))
        continue;
      // Behind the loop its sum is combined.
      if (loop && !loop->isProperAncestor(site.op))
        continue;
      if (site.isEdge) {
        // Some annotations ask for partial values, some loops carry them.
        if (getLayout(*site.results.front()) == getLayout(id))
          continue;
        return false;
      }
      const OpLayouts &layouts = getOpLayoutsAt(site);
      int64_t operandBytes = 0, resultBytes = 0;
      SmallVector<SlotId> pending;
      for (auto [slot, layout] :
           llvm::zip_equal(site.operands, layouts.operands)) {
        if (slot == id && layout != getLayout(id))
          return false;
        if (slot && layout.isPartial()) {
          operandBytes += getBytes(*slot);
          pending.push_back(*slot);
        }
      }
      if (std::optional<int64_t> originBytes = getOriginBytes(pending))
        operandBytes = std::min(operandBytes, *originBytes);
      for (std::optional<SlotId> slot : site.results)
        if (slot)
          resultBytes += getBytes(*slot);
      // What is put off must not grow.
      putOff += double(resultBytes) / std::max<int64_t>(operandBytes, 1);
      if (putOff > 1 + 1e-9)
        return false;
    }
    return true;
  }

  /// What would be combined if nothing that `pending` comes from had been put
  /// off: a value may be in there several times. Nothing if that is too many,
  /// or nobody knows how much that is.
  std::optional<int64_t> getOriginBytes(ArrayRef<SlotId> pending) {
    SetVector<SlotId> slots(pending.begin(), pending.end());
    int64_t bytes = 0;
    for (size_t i = 0; i < slots.size(); ++i) {
      if (slots.size() > kMaxBefore || !isStatic(slots[i]))
        return std::nullopt;
      bool isPassed = false;
      if (const Site *maker = makers[llvm::to_underlying(slots[i])])
        for (auto [slot, layout] :
             llvm::zip_equal(maker->operands, getOpLayoutsAt(*maker).operands))
          if (slot && layout.isPartial()) {
            slots.insert(*slot);
            isPassed = true;
          }
      if (!isPassed)
        bytes += getBytes(slots[i]);
    }
    return bytes;
  }

  bool isStatic(SlotId slot) {
    return !ShapedType::isDynamicShape(graph[slot].state.shape);
  }

  int64_t getBytes(SlotId slot) {
    const TensorState &state = graph[slot].state;
    int64_t bytes = state.elementBits / 8;
    for (int64_t extent : state.shape)
      bytes *= ShapedType::isDynamic(extent) ? 1024 : extent;
    return bytes;
  }

  LayoutGraph &graph;
  TripCounts tripCounts;
  /// By slot: the op that it is a result of.
  std::vector<const Site *> makers;
  DenseSet<SlotId> refused;
};

} // namespace

void dtensor::keepPartials(LayoutGraph &graph) { LazyPartials(graph).run(); }
