//===- PlanSearch.cpp - A search for cheaper layouts ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Planning/PlanSearch.h"
#include "Proposals/CarriedLayouts.h"
#include "Proposals/ContractedOperands.h"
#include "Proposals/EarlierGathers.h"
#include "Proposals/NeedlessShardings.h"
#include "Proposals/PlanEntries.h"
#include "Proposals/PlanTrace.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Layout/CostModel.h"
#include "dtensor/Layout/OpCost.h"
#include "dtensor/Layout/Trace.h"
#include "dtensor/Planning/PlanCost.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// A plan that changes a layout which the user knows must save at least a tenth
/// of the bytes. A smaller saving does not justify a report that differs from
/// the user's expectation.
constexpr Acceptance kAcceptSurprise{0.9};
/// Carried values become replicated in a loop if this saves at least a
/// twentieth of the bytes. The bar is lower since they would be gathered in any
/// case.
constexpr double kAcceptHolding = 0.95;
/// A layout of a value that is not annotated changes only if this saves half of
/// the bytes. Users know products that are computed in parts, and expect them.
/// Work has a low weight here: if no sum has to be combined any more, receiving
/// counts more, since most machines receive more slowly, compared to computing,
/// than the one that the costs were measured on.
constexpr Acceptance kAcceptAnotherPlan{0.5, 0.25};
/// A value that can be computed replicated at no cost in bytes is replicated if
/// fewer bytes are received then. The work that is no longer divided has a low
/// weight.
constexpr Acceptance kAcceptUndivided{1, 0.25};
/// The operands of ops are gathered earlier if their sharding divides hardly
/// any work: at most a tenth of the work may be added.
constexpr Acceptance kAcceptGather{0.9, 1, 1.1};
/// All devices may compute a few cheap ops on a value that is gathered in any
/// case. Fewer bytes must be received. The main gain is the smaller number of
/// steps, which the cost does not count.
constexpr Acceptance kAcceptFewerSteps{0.98, 1. / 128};
/// An argument that is not annotated need not be sharded if the sharding
/// divides hardly any work. The additional bytes of the argument on each device
/// count as well.
constexpr Acceptance kAcceptGiven{0.9, 1, 1.1, CostWeights().perByteGiven};
/// The largest additional work of these ops for each byte that is gathered.
constexpr double kFewOps = 4;
/// The largest number of uses of carried values that are examined.
constexpr unsigned kMaxCarried = 6;
/// Each trial visits the whole module. This is the largest number of sites that
/// all trials visit together. A module with more sites is not searched.
constexpr size_t kMaxVisits = 40000;
constexpr size_t kMaxTrials = 64;
/// The largest number of gathers that are tried. Those that save most are tried
/// first.
constexpr size_t kMaxEarlierGathers = 4;
/// The largest number of contracted values that are tried. Those that cost most
/// are tried first.
constexpr size_t kMaxContracted = 8;

class PlanSearch {
public:
  PlanSearch(ModuleOp module, MeshOp meshOp, bool replicateUnknown, bool gather)
      : module(module), meshOp(meshOp), replicateUnknown(replicateUnknown),
        gather(gather) {}

  std::optional<ForcedLayouts> run(LayoutGraph &graph) {
    trialsLeft =
        std::min(kMaxTrials, kMaxVisits / (graph.getSites().size() + 1));
    if (trialsLeft == 0)
      return std::nullopt;
    best = getPlanCost(graph);
    if (best.moved == 0)
      return std::nullopt;
    [[maybe_unused]] double first = best.moved;
    present = &graph;
    // A new entry changes the conflicts, and a resolved conflict changes the
    // entries.
    for (bool changed = true; changed && trialsLeft > 0;) {
      changed = note(tryEntries());
      changed |= note(tryCarried());
      changed |= note(tryDisputes());
      changed |= note(tryEarlierGathers(/*ofOpsToo=*/false));
      changed |= note(tryEarlierGathers(/*ofOpsToo=*/true));
      changed |= note(tryNeedlessShardings());
      changed |= note(tryContracted());
    }
    assert(best.moved <= first && "the search has made the plan worse");
    return forced;
  }

private:
  //===--------------------------------------------------------------------===//
  // Values in other layouts
  //===--------------------------------------------------------------------===//

  bool tryEntries() {
    LayoutGraph *graph = getPresent();
    if (!graph)
      return false;
    auto contracted = findContractedOperands(*graph);
    std::vector<PlanEntry> entries;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isPrivate() && !symbolIsLonely(function))
        continue;
      // An argument that is not annotated is assumed to be in the right layout.
      for (BlockArgument argument : function.getArguments())
        if (!moved.contains(argument) &&
            function.getArgAttr(argument.getArgNumber(), kLayoutAttr))
          addAnnotated(*graph, argument, contracted, entries);
      for (OpOperand &use : function.front().getTerminator()->getOpOperands())
        if (!made.contains(use.get().getDefiningOp()) &&
            function.getResultAttr(use.getOperandNumber(), kLayoutAttr))
          addMoves(*graph,
                   graph->getResultSlot(function, use.getOperandNumber()),
                   use.get(), &use, kAcceptSurprise, entries);
    }
    module.walk([&](ConstrainOp constrain) {
      if (!made.contains(constrain) && !moved.contains(constrain.getResult()))
        addAnnotated(*graph, constrain.getResult(), contracted, entries);
    });
    return tryEntries(std::move(entries), *graph);
  }

  /// A value that is contracted in parts may also be gathered.
  void addAnnotated(LayoutGraph &graph, Value value,
                    const llvm::MapVector<Value, double> &contracted,
                    std::vector<PlanEntry> &entries) const {
    addMoves(graph, graph.getSlot(value), value, nullptr, kAcceptSurprise,
             entries);
    if (gather && contracted.contains(value))
      addGathers(graph, value, kAcceptAnotherPlan, entries);
  }

  /// Tries other layouts for operands that ops contract in parts. The ops make
  /// partial results, and combining them receives data. Moving the operand to
  /// another layout may receive less, above all if it has several such users.
  /// In a model of many layers one such operand alone saves little. So the bar
  /// applies to all of them together.
  bool tryContracted() {
    LayoutGraph *graph = getPresent();
    if (!graph)
      return false;
    auto contracted = findContractedOperands(*graph).takeVector();
    auto getHeld = [&](Value value) {
      const TensorState &state = (*graph)[*graph->getSlot(value)].state;
      return getLocalBytes(graph->getMesh(), state, state.layout);
    };
    // Of two operands of one product, the one with fewer bytes to move comes
    // first.
    llvm::stable_sort(contracted, [&](const auto &a, const auto &b) {
      return a.second != b.second ? a.second > b.second
                                  : getHeld(a.first) < getHeld(b.first);
    });
    if (contracted.size() > kMaxContracted)
      contracted.resize(kMaxContracted);
    std::vector<PlanEntry> entries;
    for (auto [value, combined] : contracted) {
      if (moved.contains(value) || made.contains(value.getDefiningOp()))
        continue;
      size_t first = entries.size();
      // The bar applies to all of them together.
      Acceptance alone{/*left=*/1, kAcceptAnotherPlan.work};
      addMoves(*graph, graph->getSlot(value), value, nullptr, alone, entries);
      if (gather)
        addGathers(*graph, value, alone, entries);
      for (PlanEntry &entry : llvm::drop_begin(entries, first))
        entry.matters = combined;
    }
    PlanCost before = best;
    size_t numBefore = inOrder.size();
    if (!tryEntries(std::move(entries), *graph))
      return false;
    const char *objection = findObjection(best, before, kAcceptAnotherPlan);
    traceTrial(best, before, objection,
               [](llvm::raw_ostream &os) { os << "all of these together"; });
    if (!objection)
      return true;
    for (ConstrainOp constrain :
         llvm::reverse(ArrayRef(inOrder).drop_front(numBefore))) {
      moved.erase(constrain.getSource());
      made.erase(constrain);
      undo(constrain);
    }
    inOrder.resize(numBefore);
    best = before;
    return false;
  }

  /// Tries the entries one after the other. Keeps those that leave few enough
  /// of the bytes.
  bool tryEntries(std::vector<PlanEntry> entries, LayoutGraph &graph) {
    llvm::sort(entries, [](const PlanEntry &a, const PlanEntry &b) {
      return a.matters != b.matters ? a.matters > b.matters
                                    : a.number < b.number;
    });
    bool changed = false;
    while (!entries.empty() && trialsLeft > 0) {
      // All entries of the same value or result as the first one.
      Value value = entries.front().value;
      OpOperand *returned = entries.front().returned;
      std::vector<PlanEntry> alike, others;
      for (PlanEntry &entry : entries) {
        bool isAlike = entry.value == value && entry.returned == returned;
        (isAlike ? alike : others).push_back(std::move(entry));
      }
      llvm::erase_if(alike, [&](const PlanEntry &entry) {
        return isMoved(entry) ||
               entry.bytes >= entry.acceptance.left * best.moved;
      });
      changed |= tryAlike(alike, graph);
      entries = std::move(others);
    }
    return changed;
  }

  static bool symbolIsLonely(func::FuncOp function) {
    return SymbolTable::symbolKnownUseEmpty(function, function->getParentOp());
  }

  /// Tries the layouts that the mesh dimensions of one value can be moved to.
  /// Keeps the best one if it is better than the present layout.
  bool tryAlike(ArrayRef<PlanEntry> entries, LayoutGraph &graph) {
    const PlanEntry *chosen = nullptr;
    ForcedLayouts chosenForced;
    PlanCost before = best, least = best;
    for (const PlanEntry &entry : entries) {
      if (trialsLeft == 0)
        break;
      ConstrainOp constrain = apply(entry, graph);
      ForcedLayouts trial = forced;
      // Compares each layout with the present one. Among the accepted ones, the
      // one that moves the fewest bytes wins.
      best = before;
      auto describe = [&](llvm::raw_ostream &os) {
        describeEntry(os, entry, graph.getMesh());
      };
      if ((isBetter(trial, entry.acceptance, describe) ||
           (entry.returned &&
            isBetterDisputed(constrain, trial, entry.acceptance, describe))) &&
          (!chosen || best.moved < least.moved)) {
        chosen = &entry;
        chosenForced = std::move(trial);
        least = best;
      }
      undo(constrain);
    }
    best = least;
    if (!chosen)
      return false;
    traceTaken([&](llvm::raw_ostream &os) {
      describeEntry(os, *chosen, graph.getMesh());
    });
    ConstrainOp constrain = apply(*chosen, graph);
    forced = std::move(chosenForced);
    if (!chosen->returned)
      moved.insert(chosen->value);
    made.insert(constrain);
    inOrder.push_back(constrain);
    return true;
  }

  /// Whether the result in another layout is better if the op that makes it
  /// also gets other operand layouts. Then `trial` contains these layouts.
  /// Otherwise it is as before.
  bool isBetterDisputed(ConstrainOp constrain, ForcedLayouts &trial,
                        Acceptance acceptance, Description describe) {
    Operation *op = constrain.getSource().getDefiningOp();
    if (!op || trial.contains(op))
      return false;
    FailureOr<LayoutGraph> graph = spread(trial);
    if (failed(graph))
      return false;
    const Site *site = graph->getSite(op);
    if (!site || graph->getChoice(*site).isConflictFree)
      return false;
    std::vector<Alternative> others =
        listAlternatives(graph->getProblem(*site));
    unsigned used = countUsed(others.front().layouts);
    for (Alternative &other : llvm::drop_begin(others)) {
      // A layout that divides less of the op amounts to a gather.
      if (countUsed(other.layouts) < used)
        continue;
      trial[op] = std::move(other.layouts);
      auto describeBoth = [&](llvm::raw_ostream &os) {
        describe(os);
        os << ", and ";
        describeForced(os, op, trial[op], graph->getMesh());
      };
      if (isBetter(trial, acceptance, describeBoth))
        return true;
    }
    trial.erase(op);
    return false;
  }

  /// Whether another entry of the same value or result has been applied.
  bool isMoved(const PlanEntry &entry) const {
    return entry.returned ? made.contains(entry.returned->get().getDefiningOp())
                          : moved.contains(entry.value);
  }

  /// Tries to gather values earlier. Several results or annotations that need
  /// replicated values may be computed from one replicated value, which is
  /// gathered once. With `ofOpsToo`, the same applies to values that ops
  /// receive.
  bool tryEarlierGathers(bool ofOpsToo) {
    LayoutGraph *graph = getPresent();
    if (!graph)
      return false;
    size_t numTried = 0;
    for (EarlierGather &earlier : findEarlierGathers(*graph, ofOpsToo)) {
      bool isUnforced = ofOpsToo && !earlier.isNear && !earlier.isGiven;
      if (moved.contains(earlier.value) || (isUnforced && !gather))
        continue;
      if (++numTried > kMaxEarlierGathers)
        break;
      Acceptance acceptance = ofOpsToo ? kAcceptGather : kAcceptSurprise;
      if (earlier.isNear) {
        acceptance = kAcceptFewerSteps;
        acceptance.computed = 1 + kFewOps * earlier.bytes / best.work;
      }
      if (earlier.isGiven)
        acceptance = kAcceptGiven;
      if (tryAlike({{earlier.value, nullptr, std::move(earlier.layout),
                     /*bytes=*/0, /*matters=*/0, /*number=*/0, acceptance,
                     isUnforced}},
                   *graph))
        return true;
    }
    return false;
  }

  /// Tries to replicate sharded values that are computed from replicated ones.
  /// Some users prefer such a value sharded, but others contract it and must
  /// then combine partial sums.
  bool tryNeedlessShardings() {
    LayoutGraph *graph = getPresent();
    if (!graph)
      return false;
    std::vector<ShardedChain> found = findNeedlessShardings(*graph);
    if (found.size() > kMaxContracted)
      found.resize(kMaxContracted);
    for (const ShardedChain &chain : found) {
      SmallVector<ConstrainOp> constrains;
      for (Value value : chain)
        if (!moved.contains(value))
          constrains.push_back(apply(
              {value, nullptr,
               Layout(cast<RankedTensorType>(value.getType()).getRank()),
               /*bytes=*/0, /*matters=*/0, /*number=*/0, kAcceptUndivided},
              *graph));
      auto describe = [&](llvm::raw_ostream &os) {
        llvm::interleaveComma(chain, os,
                              [&](Value value) { os << describeValue(value); });
        os << " whole";
      };
      if (isBetter(forced, kAcceptUndivided, describe)) {
        traceTaken(describe);
        for (ConstrainOp constrain : constrains) {
          moved.insert(constrain.getSource());
          made.insert(constrain);
        }
        llvm::append_range(inOrder, constrains);
        return true;
      }
      for (ConstrainOp constrain : llvm::reverse(constrains))
        undo(constrain);
    }
    return false;
  }

  //===--------------------------------------------------------------------===//
  // Values that loops carry
  //===--------------------------------------------------------------------===//

  /// Tries to replicate carried values. A loop may gather such a value in each
  /// iteration, and again after the loop or in the loop of the backward pass.
  /// If the loop carries the value replicated, it is gathered once. If a loop
  /// carries several such values, it usually pays only if all of them are
  /// replicated.
  bool tryCarried() {
    LayoutGraph *graph = getPresent();
    if (!graph)
      return false;
    CarriedLister lister(*graph, module);
    struct Candidate {
      unsigned use;
      double moved;
    };
    std::vector<Candidate> candidates;
    unsigned numUses = std::min(lister.getNumUses(), kMaxCarried);
    for (unsigned use = 0; use < numUses; ++use)
      if (std::optional<PlanCost> cost = tryCarried(lister, use, *graph))
        candidates.push_back({use, cost->moved});
    // Candidates that are good alone are likely to be good in combination.
    llvm::stable_sort(candidates, [](const Candidate &a, const Candidate &b) {
      return a.moved < b.moved;
    });
    SmallVector<unsigned> uses, chosen;
    PlanCost least = best;
    for (const Candidate &candidate : candidates) {
      uses.push_back(candidate.use);
      std::optional<PlanCost> cost = tryCarried(lister, uses, *graph);
      if (!cost || cost->moved >= least.moved ||
          cost->getTotal() >= best.getTotal())
        continue;
      chosen = uses;
      least = *cost;
    }
    if (chosen.empty() || least.moved > kAcceptHolding * best.moved)
      return false;
    std::vector<CarriedLayout> carried = *lister.get(chosen);
    traceTaken([&](llvm::raw_ostream &os) {
      describeCarried(os, carried, graph->getMesh());
    });
    annotateCarried(carried, *graph);
    best = least;
    return true;
  }

  /// The cost with these uses. Nothing if devices would hold too much, or if no
  /// trials are left.
  std::optional<PlanCost> tryCarried(const CarriedLister &lister,
                                     ArrayRef<unsigned> uses,
                                     LayoutGraph &graph) {
    std::optional<std::vector<CarriedLayout>> carried = lister.get(uses);
    if (!carried)
      return std::nullopt;
    annotateCarried(*carried, graph);
    std::optional<PlanCost> cost = getCost(forced);
    removeCarried(*carried);
    if (cost)
      trace(TracedPart::Planning, [&](llvm::raw_ostream &os) {
        describeCarried(os, *carried, graph.getMesh());
        os << ": ";
        describeCost(os, *cost, best);
      });
    return cost;
  }

  //===--------------------------------------------------------------------===//
  // Conflicts
  //===--------------------------------------------------------------------===//

  static unsigned countUsed(const OpLayouts &layouts) {
    llvm::SmallDenseSet<unsigned> used;
    for (const Layout &layout : layouts.operands)
      for (const DimList &dims : layout.getAxes())
        used.insert(dims.begin(), dims.end());
    return used.size();
  }

  bool tryDisputes() {
    LayoutGraph *graph = getPresent();
    if (!graph)
      return false;
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
        // A layout that divides less of the op amounts to a gather.
        if (countUsed(other.layouts) < used)
          continue;
        ForcedLayouts trial = forced;
        trial[site.op] = std::move(other.layouts);
        auto describe = [&](llvm::raw_ostream &os) {
          describeForced(os, site.op, trial[site.op], graph->getMesh());
        };
        if (!isBetter(trial, kAcceptSurprise, describe))
          continue;
        traceTaken(describe);
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

  /// The graph of the module with the present forced layouts. It is valid until
  /// these change. Trials that are undone leave it valid. Null after an error.
  LayoutGraph *getPresent() {
    if (!present)
      if (FailureOr<LayoutGraph> graph = spread(forced); succeeded(graph))
        present = &spreadLast.emplace(std::move(*graph));
    return present;
  }

  bool note(bool changed) {
    if (changed)
      present = nullptr;
    return changed;
  }

  /// The graph of the module as it is, with propagated layouts.
  FailureOr<LayoutGraph> spread(const ForcedLayouts &trial) const {
    FailureOr<LayoutGraph> graph =
        LayoutGraph::build(module, meshOp, replicateUnknown);
    if (succeeded(graph))
      propagateLayouts(*graph, trial, nullptr);
    return graph;
  }

  /// The cost of the module as it is. Nothing if no trials are left.
  std::optional<PlanCost> getCost(const ForcedLayouts &trial) {
    if (trialsLeft == 0)
      return std::nullopt;
    --trialsLeft;
    FailureOr<LayoutGraph> graph = spread(trial);
    if (failed(graph))
      return std::nullopt;
    return getPlanCost(*graph);
  }

  bool isBetter(const ForcedLayouts &trial, Acceptance acceptance,
                Description describe) {
    std::optional<PlanCost> cost = getCost(trial);
    if (!cost)
      return false;
    const char *objection = findObjection(*cost, best, acceptance);
    traceTrial(*cost, best, objection, describe);
    if (!objection)
      best = *cost;
    return !objection;
  }

  ModuleOp module;
  MeshOp meshOp;
  bool replicateUnknown;
  /// Whether values may be gathered on all devices although nobody asked for
  /// them to be replicated.
  bool gather;
  PlanCost best;
  size_t trialsLeft = 0;
  ForcedLayouts forced;
  /// The caller's graph or `spreadLast`. Null if something has changed since.
  LayoutGraph *present = nullptr;
  std::optional<LayoutGraph> spreadLast;
  /// The values whose users already have another layout, and the ops that bring
  /// them into it.
  llvm::DenseSet<Value> moved;
  llvm::DenseSet<Operation *> made;
  SmallVector<ConstrainOp> inOrder;
};

} // namespace

std::optional<ForcedLayouts> dtensor::searchPlan(LayoutGraph &graph,
                                                 ModuleOp module, MeshOp meshOp,
                                                 bool replicateUnknown,
                                                 bool gather) {
  return PlanSearch(module, meshOp, replicateUnknown, gather).run(graph);
}
