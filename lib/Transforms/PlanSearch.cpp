//===- PlanSearch.cpp - Other layouts where a plan moves much -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanSearch.h"
#include "PlanCost.h"
#include "dtensor/Layout/CostModel.h"
#include "dtensor/Layout/OpCost.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// What must be left of the bytes for another plan than the one that layouts
/// suggest step by step: a value moved once at its start is easily explained,
/// another choice at an op far from there is a surprise.
constexpr double kWorthMoving = 0.9;
constexpr double kWorthSurprise = 0.6;
/// Each trial goes through the whole module, so a search is as long as this
/// many sites are; a module with more is left as it is.
constexpr size_t kMaxVisits = 40000;
constexpr size_t kMaxTrials = 24;

class PlanSearch {
public:
  PlanSearch(ModuleOp module, MeshOp meshOp, bool replicateUnknown)
      : module(module), meshOp(meshOp), replicateUnknown(replicateUnknown) {}

  ForcedLayouts run(LayoutGraph &graph) {
    best = getPlanCost(graph);
    trialsLeft =
        std::min(kMaxTrials, kMaxVisits / (graph.getSites().size() + 1));
    if (best.moved == 0)
      return forced;
    // Another entry changes what is disputed, and the other way around.
    for (bool changed = true; changed && trialsLeft > 0;) {
      changed = tryEntries();
      changed |= tryDisputes();
    }
    return forced;
  }

private:
  //===--------------------------------------------------------------------===//
  // Values in other layouts
  //===--------------------------------------------------------------------===//

  /// A value whose layout is given, and another one for its users.
  struct Entry {
    Value value;
    Layout layout;
    /// Received to get there.
    double bytes;
    size_t number;
  };

  /// The last mesh dimension of an axis goes to the end of another axis that
  /// has a position for each device.
  void addEntries(LayoutGraph &graph, Value value,
                  std::vector<Entry> &entries) const {
    int index = graph.getSlot(value);
    if (index < 0 || value.use_empty())
      return;
    const TensorState &state = graph.getSlots()[index].state;
    const Mesh &mesh = graph.getMesh();
    for (unsigned from = 0; from < state.layout.getRank(); ++from) {
      DimList rest(state.layout.getAxis(from));
      if (rest.empty())
        continue;
      unsigned dim = rest.pop_back_val();
      for (unsigned to = 0; to < state.layout.getRank(); ++to) {
        DimList longer(state.layout.getAxis(to));
        longer.push_back(dim);
        if (to == from || mesh.getSize(dim) == 1 ||
            state.shape[to] < mesh.getGroupSize(longer))
          continue;
        Layout layout = state.layout.withoutPartial();
        layout.setAxis(from, rest);
        layout.setAxis(to, longer);
        double bytes = CostModel(mesh).getRelayoutCost(
            state.layout, layout, state.shape, state.elementBits);
        entries.push_back({value, std::move(layout), bytes, entries.size()});
      }
    }
  }

  bool tryEntries() {
    FailureOr<LayoutGraph> graph =
        LayoutGraph::build(module, meshOp, replicateUnknown);
    if (failed(graph))
      return false;
    propagateLayouts(*graph, forced, nullptr);
    std::vector<Entry> entries;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isPrivate() && !symbolIsLonely(function))
        continue;
      // What nobody annotated is where it should be.
      for (BlockArgument argument : function.getArguments())
        if (!moved.contains(argument) &&
            function.getArgAttr(argument.getArgNumber(), kLayoutAttr))
          addEntries(*graph, argument, entries);
    }
    module.walk([&](ConstrainOp constrain) {
      if (!made.contains(constrain) && !moved.contains(constrain.getResult()))
        addEntries(*graph, constrain.getResult(), entries);
    });
    // What moves most is most likely what matters.
    llvm::sort(entries, [](const Entry &a, const Entry &b) {
      return a.bytes != b.bytes ? a.bytes > b.bytes : a.number < b.number;
    });
    bool changed = false;
    for (Entry &entry : entries)
      if (!moved.contains(entry.value) &&
          entry.bytes < kWorthMoving * best.moved)
        changed |= tryEntry(entry, *graph);
    return changed;
  }

  static bool symbolIsLonely(func::FuncOp function) {
    return SymbolTable::symbolKnownUseEmpty(function, function->getParentOp());
  }

  bool tryEntry(Entry &entry, LayoutGraph &graph) {
    if (trialsLeft == 0)
      return false;
    OpBuilder builder(module.getContext());
    builder.setInsertionPointAfterValue(entry.value);
    auto constrain = ConstrainOp::create(
        builder, entry.value.getLoc(), entry.value.getType(), entry.value,
        LayoutAttr::get(graph.getMeshName(), graph.getMesh(), entry.layout));
    entry.value.replaceAllUsesExcept(constrain.getResult(), constrain);
    if (isBetter(forced, kWorthMoving)) {
      moved.insert(entry.value);
      made.insert(constrain);
      return true;
    }
    constrain.getResult().replaceAllUsesWith(entry.value);
    constrain.erase();
    return false;
  }

  //===--------------------------------------------------------------------===//
  // Disputes
  //===--------------------------------------------------------------------===//

  static unsigned countUsed(const OpLayouts &layouts) {
    llvm::SmallDenseSet<unsigned> used;
    for (const Layout &layout : layouts.operands)
      for (const DimList &dims : layout.getAxes())
        used.insert(dims.begin(), dims.end());
    return used.size();
  }

  bool tryDisputes() {
    FailureOr<LayoutGraph> graph =
        LayoutGraph::build(module, meshOp, replicateUnknown);
    if (failed(graph))
      return false;
    propagateLayouts(*graph, forced, nullptr);
    bool changed = false;
    for (const Site &site : graph->getSites()) {
      if (trialsLeft == 0)
        break;
      if (site.isEdge || forced.contains(site.op) ||
          graph->getChoice(site).isConflictFree)
        continue;
      std::vector<Alternative> others =
          listAlternatives(graph->getProblem(site));
      unsigned used = countUsed(others.front().layouts);
      for (Alternative &other : llvm::drop_begin(others)) {
        // What divides less of the op is no plan but a gather.
        if (countUsed(other.layouts) < used)
          continue;
        ForcedLayouts trial = forced;
        trial[site.op] = std::move(other.layouts);
        if (!isBetter(trial, kWorthSurprise))
          continue;
        forced = std::move(trial);
        changed = true;
        break;
      }
    }
    return changed;
  }

  //===--------------------------------------------------------------------===//
  // Trials
  //===--------------------------------------------------------------------===//

  bool isBetter(const ForcedLayouts &trial, double worth) {
    if (trialsLeft == 0)
      return false;
    --trialsLeft;
    FailureOr<LayoutGraph> graph =
        LayoutGraph::build(module, meshOp, replicateUnknown);
    if (failed(graph))
      return false;
    propagateLayouts(*graph, trial, nullptr);
    PlanCost cost = getPlanCost(*graph);
    if (cost.moved > worth * best.moved || cost.getTotal() >= best.getTotal())
      return false;
    best = cost;
    return true;
  }

  ModuleOp module;
  MeshOp meshOp;
  bool replicateUnknown;
  PlanCost best;
  size_t trialsLeft = 0;
  ForcedLayouts forced;
  /// What has another layout for its users already, and what brings it there.
  llvm::DenseSet<Value> moved;
  llvm::DenseSet<Operation *> made;
};

} // namespace

ForcedLayouts dtensor::searchPlan(LayoutGraph &graph, ModuleOp module,
                                  MeshOp meshOp, bool replicateUnknown) {
  return PlanSearch(module, meshOp, replicateUnknown).run(graph);
}
