//===- LayoutPropagation.cpp - Propagation of layouts ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Propagation/LayoutPropagation.h"
#include "LazyPartials.h"
#include <deque>
#include <set>

using namespace mlir;
using namespace dtensor;

namespace {

/// Fills the open axes of the graph's slots until nothing changes any more.
class Propagation {
public:
  Propagation(LayoutGraph &graph, LayoutHistory *history)
      : graph(graph), history(history), queued(graph.getSites().size(), false) {
    for (const Site &site : graph.getSites()) {
      passesThrough.push_back(isPassThrough(site));
      if (!site.isEdge)
        readForced(site.op);
    }
  }

  void run() {
    // Axes are not filled before annotations of their priority apply.
    std::set<int64_t> priorities;
    std::vector<std::pair<Slot *, TensorState>> annotated;
    for (Slot &slot : graph.getSlots()) {
      if (slot.priority == Slot::kNoPriority)
        continue;
      annotated.emplace_back(&slot, slot.state);
      priorities.insert(slot.priority);
      priorities.insert(slot.axisPriorities.begin(), slot.axisPriorities.end());
      slot.state.layout = Layout(slot.type.getRank());
      slot.state.open.assign(slot.type.getRank(), false);
    }
    for (int64_t priority : priorities) {
      for (auto &[slot, state] : annotated)
        if (slot->priority <= priority)
          release(*slot, state, priority);
      spread();
    }
    if (priorities.empty())
      spread();
  }

private:
  void readForced(Operation *op) {
    auto list = op->getAttrOfType<ArrayAttr>(kForcedLayoutsAttr);
    if (!list)
      return;
    OpLayouts &layouts = forced[op];
    for (auto [index, entry] : llvm::enumerate(list)) {
      auto attribute = dyn_cast<LayoutAttr>(entry);
      Layout layout = attribute
                          ? llvm::cantFail(attribute.resolve(graph.getMesh()))
                          : Layout();
      if (index < op->getNumOperands())
        layouts.operands.push_back(std::move(layout));
      else
        layouts.results.push_back(std::move(layout));
    }
  }

  /// Applies the part of `annotated` that concerns axes of `priority`.
  static void release(Slot &slot, const TensorState &annotated,
                      int64_t priority) {
    TensorState &state = slot.state;
    if (slot.priority == priority)
      state.layout.setPartial(annotated.layout.getPartial());
    // A dimension that is requested on an axis later must not be given to
    // another axis before.
    state.replicated = annotated.replicated;
    for (unsigned axis = 0; axis < state.layout.getRank(); ++axis) {
      if (slot.getPriority(axis) > priority)
        llvm::append_range(state.replicated, annotated.layout.getAxis(axis));
      if (slot.getPriority(axis) != priority)
        continue;
      state.layout.setAxis(axis, annotated.layout.getAxis(axis));
      state.open[axis] = annotated.open[axis];
    }
  }

  /// Propagates in three steps. First, sites that pass values on (edges,
  /// elementwise ops) agree, in both directions. Second, the layouts of
  /// operands go forward, op by op in program order, and conflicts are resolved
  /// in favour of the operands. Third, the rest is decided. Choices without a
  /// conflict come before each choice with a conflict.
  ///
  /// A choice without a conflict need not be a good one. For example, the
  /// contracted axis of a weight alone suggests a layout for the activations
  /// before it. Therefore layouts that follow the flow of data come before
  /// those that a later op prefers.
  void spread() {
    isLimited = true;
    // Forced layouts come before all others.
    if (!forced.empty())
      for (SiteId site : graph.getSiteIds())
        if (isForced(graph[site]))
          visit(site);
    enqueueAll();
    settleUndisputed();
    for (SiteId site : graph.getSiteIds())
      if (goesForward(graph[site]) && visit(site))
        settleUndisputed();
    isLimited = false;
    enqueueAll();
    settleUndisputed();
    for (SiteId site : graph.getSiteIds())
      if (visit(site))
        settleUndisputed();
  }

  bool isForced(const Site &site) const {
    return !site.isEdge && forced.contains(site.op);
  }

  /// Whether the layout of an operand is known, and the op can follow it.
  bool goesForward(const Site &site) {
    return llvm::any_of(site.operands,
                        [&](std::optional<SlotId> slot) {
                          return slot && !graph[*slot].state.isFree &&
                                 graph[*slot].state.layout.isSharded();
                        }) &&
           !graph.getChoice(site).needsElsewhere;
  }

  /// Whether all tensors at the site have the same axes.
  bool isPassThrough(const Site &site) const {
    const TensorFactors *first = nullptr;
    auto agree = [&](ArrayRef<std::optional<SlotId>> slots,
                     ArrayRef<TensorFactors> tensors) {
      for (auto [slot, factors] : llvm::zip_equal(slots, tensors)) {
        if (!slot || graph[*slot].state.isFree)
          continue;
        if (!first)
          first = &factors;
        if (*first != factors)
          return false;
      }
      return true;
    };
    return agree(site.operands, site.rule->operands) &&
           agree(site.results, site.rule->results);
  }

  void enqueueAll() {
    for (SiteId site : graph.getSiteIds())
      enqueue(site);
  }

  void enqueue(SiteId site) {
    unsigned number = llvm::to_underlying(site);
    if (!queued[number] && (!isLimited || passesThrough[number])) {
      queued[number] = true;
      queue.push_back(site);
    }
  }

  void settleUndisputed() {
    while (!queue.empty()) {
      SiteId site = queue.front();
      queue.pop_front();
      queued[llvm::to_underlying(site)] = false;
      if (graph.getChoice(graph[site]).isConflictFree)
        visit(site);
    }
  }

  /// Gives the slots around a site the layouts of the best choice at this site.
  bool visit(SiteId id) {
    const Site &site = graph[id];
    const OpLayouts &layouts = isForced(site) ? forced.find(site.op)->second
                                              : graph.getChoice(site).layouts;
    bool changed = false;
    if (bitEnumContainsAny(site.spread, Spread::Backward))
      for (auto [slot, layout] :
           llvm::zip_equal(site.operands, layouts.operands))
        changed |= slot && adopt(*slot, graph.getOwn(site, true, layout), id);
    if (bitEnumContainsAny(site.spread, Spread::Forward))
      for (auto [slot, layout] : llvm::zip_equal(site.results, layouts.results))
        changed |= slot && adopt(*slot, graph.getOwn(site, false, layout), id);
    return changed;
  }

  bool adopt(SlotId slot, const Layout &wanted, SiteId site) {
    TensorState &state = graph[slot].state;
    assert(wanted.getRank() == state.layout.getRank() &&
           "a layout of another value");
    bool changed = false;
    for (unsigned axis = 0; axis < state.layout.getRank(); ++axis) {
      ArrayRef<unsigned> have = state.layout.getAxis(axis);
      ArrayRef<unsigned> want = wanted.getAxis(axis);
      if (!state.open[axis] || want.size() <= have.size() ||
          want.take_front(have.size()) != have)
        continue;
      DimList dims(have);
      for (unsigned dim : want.drop_front(have.size())) {
        if (state.layout.getShardedAxis(dim) ||
            llvm::is_contained(state.replicated, dim))
          break;
        dims.push_back(dim);
        if (history)
          history->add(slot, axis, dim, site);
      }
      if (dims.size() == have.size())
        continue;
      state.layout.setAxis(axis, dims);
      changed = true;
    }
    if (changed)
      for (SiteId around : graph.getSitesOf(slot))
        enqueue(around);
    return changed;
  }

  LayoutGraph &graph;
  /// The layouts that ops are forced to have.
  llvm::DenseMap<Operation *, OpLayouts> forced;
  LayoutHistory *history;
  std::deque<SiteId> queue;
  /// Whether each site is in the queue. The index is the site's number.
  std::vector<bool> queued;
  std::vector<bool> passesThrough;
  /// Whether only sites that pass values on are taken from the queue.
  bool isLimited = false;
};

} // namespace

/// Gives each factory the layout that its only user needs.
static void settleFactories(LayoutGraph &graph) {
  auto isFreeSlot = [&](std::optional<SlotId> slot) {
    return slot && graph[*slot].state.isFree;
  };
  for (const Site &site : llvm::reverse(graph.getSites())) {
    // The operands of a factory are ignored. They could still have the layout
    // that the user needed before other layouts were settled.
    if (llvm::any_of(site.results, isFreeSlot))
      for (std::optional<SlotId> slot :
           llvm::make_filter_range(site.operands, isFreeSlot)) {
        TensorState &state = graph[*slot].state;
        state.layout = Layout(state.layout.getRank());
      }
    const OpLayouts &layouts = graph.getChoice(site).layouts;
    for (auto [slot, layout] : llvm::zip_equal(site.operands, layouts.operands))
      if (isFreeSlot(slot))
        graph[*slot].state.layout =
            LayoutGraph::getOwn(site, /*isOperand=*/true, layout);
  }
}

void dtensor::forceLayouts(Operation *op, const OpLayouts &layouts,
                           FlatSymbolRefAttr meshName, const Mesh &mesh) {
  Builder builder(op->getContext());
  SmallVector<Attribute> list;
  auto add = [&](TypeRange types, ArrayRef<Layout> each) {
    for (auto [type, layout] : llvm::zip_equal(types, each))
      if (isa<RankedTensorType>(type))
        list.push_back(LayoutAttr::get(meshName, mesh, layout));
      else
        list.push_back(builder.getUnitAttr());
  };
  add(op->getOperandTypes(), layouts.operands);
  add(op->getResultTypes(), layouts.results);
  op->setAttr(kForcedLayoutsAttr, builder.getArrayAttr(list));
}

void dtensor::propagateLayouts(LayoutGraph &graph, LayoutHistory *history) {
  Propagation(graph, history).run();
  keepPartials(graph);
  settleFactories(graph);
  if (history)
    history->traceEnd();
}
