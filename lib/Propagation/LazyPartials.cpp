//===- LazyPartials.cpp - Delayed reductions ------------------------------===//
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

/// The largest number of values that are examined before a partial one.
constexpr size_t kMaxBefore = 16;

/// Starts with the assumption that every user can take partial values. Drops
/// the assumption for each value for which it does not hold.
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

  /// The loop that carries the slot's value from iteration to iteration.
  LoopLikeOpInterface getLoop(SlotId slot) const {
    auto argument = dyn_cast_if_present<BlockArgument>(graph[slot].value);
    return argument ? dyn_cast<LoopLikeOpInterface>(
                          argument.getOwner()->getParentOp())
                    : LoopLikeOpInterface();
  }

  /// Whether the slot is that of a carried value or of the result of an op, and
  /// no annotation fixes it.
  bool mayBePartial(SlotId id) {
    const Slot &slot = graph[id];
    return slot.value && slot.priority == Slot::kNoPriority &&
           !refused.contains(id) &&
           (getLoop(id) ||
            (slot.value.getDefiningOp() && !slot.value.use_empty()));
  }

  /// Suggests that carried values are partial if the value that an iteration
  /// yields would be partial. Making the initial value partial costs nothing.
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

  /// The partial dimensions of the source of an edge. If the source is not
  /// partial yet, the dimensions that it would have if all operands of its op
  /// were partial like the first partial one.
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

  /// Whether all iterations of the loop together would combine at least as many
  /// bytes of the operand as the carried value has. This does not hold for a
  /// buffer of which the iterations write few rows.
  bool isWorthCarrying(const Site &yield, SlotId operand) {
    double count =
        tripCounts.get(yield.op) / tripCounts.get(yield.op->getParentOp());
    return count * getBytes(operand) >= getBytes(*yield.results.front());
  }

  /// Gives results the partial dimensions that their ops make, in program
  /// order.
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

  /// A value that is resharded after its op is combined in the same relayout.
  static bool agree(const Layout &slot, const Layout &made) {
    return slot.getAxes() == made.getAxes();
  }

  const OpLayouts &getOpLayoutsAt(const Site &site) {
    return graph.getChoice(site).layouts;
  }

  /// Whether the value that an iteration yields is partial in the same way as
  /// the carried value.
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
    // The fraction of the value that is combined after all its users. Of a
    // result with several partial operands, each operand counts its share.
    double putOff = 0;
    for (SiteId around : graph.getSitesOf(id)) {
      const Site &site = graph[around];
      if (!llvm::is_contained(site.operands, id))
        continue;
      // The sum is combined after the loop.
      if (loop && !loop->isProperAncestor(site.op))
        continue;
      if (site.isEdge) {
        // Some annotations ask for partial values, and some loops carry them.
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
      // The bytes to combine must not grow by the delay.
      putOff += double(resultBytes) / std::max<int64_t>(operandBytes, 1);
      if (putOff > 1 + 1e-9)
        return false;
    }
    return true;
  }

  /// The bytes that would be combined if the values that `pending` comes from
  /// were combined at once. A value may occur several times in `pending`.
  /// Returns nothing if there are too many values, or if the number of bytes is
  /// not known.
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
  /// The op that makes each slot. The index is the slot's number.
  std::vector<const Site *> makers;
  DenseSet<SlotId> refused;
};

} // namespace

void dtensor::keepPartials(LayoutGraph &graph) { LazyPartials(graph).run(); }
