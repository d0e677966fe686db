//===- LayoutPropagation.cpp - How layouts spread -------------------------===//
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

/// Fills the open axes of the graph's slots to a fixpoint.
class Propagation {
public:
  Propagation(LayoutGraph &graph, const ForcedLayouts &forced,
              LayoutHistory *history)
      : graph(graph), forced(forced), history(history),
        queued(graph.getSites().size(), false) {
    for (const Site &site : graph.getSites())
      passesThrough.push_back(isPassThrough(site));
  }

  void run() {
    // Annotations that come later must not be filled before their turn.
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
  /// What `annotated` says of axes of `priority` holds from now on.
  static void release(Slot &slot, const TensorState &annotated,
                      int64_t priority) {
    TensorState &state = slot.state;
    if (slot.priority == priority)
      state.layout.setPartial(annotated.layout.getPartial());
    // What is wanted on an axis later must not go to another one before.
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

  /// What only hands values on (edges, elementwise ops) agrees first, in both
  /// directions; then, op by op in program order, what is known of operands
  /// goes forward, and disputes are settled by what comes in; then the rest, of
  /// which what is undisputed goes before each further dispute.
  ///
  /// Undisputed does not mean right: the contracted axis of a weight alone
  /// suggests a layout for the activations before it. So what flows with the
  /// data speaks before what a later op would like.
  void spread() {
    isLimited = true;
    // What is decided from outside nobody gets ahead of.
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

  /// Whether something is known of operands, and the op can go along with it.
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

  /// Lets the slots around a site take what the best choice there gives them.
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
  const ForcedLayouts &forced;
  LayoutHistory *history;
  std::deque<SiteId> queue;
  /// By site.
  std::vector<bool> queued;
  std::vector<bool> passesThrough;
  /// Only sites that pass values through are taken from the queue.
  bool isLimited = false;
};

} // namespace

/// Factories take the layout that their one user needs.
static void settleFactories(LayoutGraph &graph) {
  auto isFreeSlot = [&](std::optional<SlotId> slot) {
    return slot && graph[*slot].state.isFree;
  };
  for (const Site &site : llvm::reverse(graph.getSites())) {
    // What a factory is made of has no say: it could still be in the layout
    // that its user would have needed before others were settled.
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

void dtensor::propagateLayouts(LayoutGraph &graph, const ForcedLayouts &forced,
                               LayoutHistory *history) {
  Propagation(graph, forced, history).run();
  keepPartials(graph);
  settleFactories(graph);
  if (history)
    history->traceEnd();
}
