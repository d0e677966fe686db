//===- Plan.h - A module whose layouts are chosen ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_PLAN_H
#define DTENSOR_LIB_PLANNING_PLAN_H

#include "Edit.h"
#include "Penalties.h"
#include "dtensor/Planning/PlanCost.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace dtensor {

/// A change that may make a plan better.
struct Change {
  std::function<void(Edit &)> apply;
  /// The text for traces and remarks.
  std::string description;
  mlir::Location loc;
  /// What the change breaks.
  Rules broken = 0;
};

/// A copy of a plan's module with a change. The layouts in the graph have been
/// propagated.
struct PlanTrial {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::IRMapping copies;
  LayoutGraph graph;
  PlanCost cost;
};

/// A change that was adopted.
struct AdoptedChange {
  mlir::Location loc;
  std::string description;
  /// The bytes that the program received before, and those that are left.
  double before, left;
};

/// A module with a mesh, whose layouts are chosen by trying changes. A change
/// is tried on a copy, where layouts are propagated and priced. Then it is
/// adopted or dropped.
class Plan {
public:
  struct Options {
    /// The machine on which plans are priced. Never null.
    const Machine *machine = nullptr;
    /// The choices that all copies of the module share. Never null.
    SharedChoices *choices = nullptr;
    bool replicateUnknown = false;
    /// Whether values may be gathered on all devices although nobody asked for
    /// them to be replicated.
    bool gather = false;
    /// The number of equal layers in the program. A change of one of them pays
    /// the penalty of one layer. Otherwise the number of layers would decide.
    size_t numLayers = 1;
    /// The plan that penalties refer to; the plan's own first cost by default.
    std::optional<PlanCost> first;
    /// The rules that the plan breaks from the beginning.
    Rules broken = 0;
  };

  /// `graph` has the propagated layouts of the module. If it is null, they are
  /// propagated when they are needed.
  Plan(mlir::ModuleOp module, const Options &options,
       LayoutGraph *graph = nullptr);
  Plan(const Plan &) = delete;

  mlir::ModuleOp getModule() const { return module; }
  const Options &getOptions() const { return options; }
  const Mesh &getMesh() const { return graph->getMesh(); }
  /// The graph of the module with its propagated layouts. Null after an error.
  /// After a change it still describes the module without the change, until the
  /// next call.
  LayoutGraph *getGraph();
  /// The cost of the module. Null after an error.
  const PlanCost *getCost();
  /// The rules that the plan breaks.
  Rules getBroken() const { return broken; }

  /// Whether the users of the value have another layout by a change.
  bool isMoved(mlir::Value value) const { return moved.contains(value); }
  /// Whether a change has made the op.
  bool isMade(mlir::Operation *op) const { return made.contains(op); }

  /// The number of trials that are left.
  size_t getNumTrials() const { return numTrials; }
  void setNumTrials(size_t count) { numTrials = count; }
  /// The number of changes that have been tried.
  size_t getNumTried() const { return numTried; }
  llvm::ArrayRef<AdoptedChange> getAdopted() const { return adopted; }

  /// Tries a change on a copy. Returns nothing if no trials are left, or after
  /// an error.
  std::optional<PlanTrial> tryOut(const Change &change);
  /// Makes a change, which has been tried and found to cost `cost`.
  void adopt(const Change &change, const PlanCost &cost);
  /// Tries a change and adopts it if the plan is better with it.
  bool adoptIfBetter(const Change &change);
  /// Makes a change by replacing the module by one that has it. That has been
  /// found to cost `cost`.
  void adopt(const Change &change, mlir::ModuleOp other, const PlanCost &cost);
  /// Names changes in place of the last adopted one, which made them all.
  void nameLast(llvm::ArrayRef<std::pair<mlir::Location, std::string>> changes);
  /// Replaces the module by that of another plan.
  void take(Plan &other);
  /// Whether the plan with a change, which costs `newCost`, is better than
  /// without it. Traces it.
  bool isBetter(const PlanCost &newCost, const Change &change);
  /// Whether a change since the last call would have been better without the
  /// penalties that are due for it.
  bool takeMissed() { return std::exchange(hasMissed, false); }
  /// Splits mesh dimensions that reshapes take apart (`dtensor-split-mesh`).
  void splitMesh();
  /// Remembers what a limit of a proposal leaves out, for a remark. A later
  /// note about the proposal replaces an earlier one.
  void noteLimit(llvm::StringLiteral proposal, std::string text);
  /// Whether the module has more sites than a rewrite may have: each trial
  /// visits them all. If so, notes it.
  bool isTooLarge(llvm::StringLiteral rewrite, size_t maxSites);
  /// Takes the notes about limits of another plan, for a remark.
  void takeLimits(const Plan &other);
  /// Emits a remark for each change that was adopted, and for each limit that
  /// left something out.
  void emitRemarks() const;

  /// From here on, changes are adopted together or not at all. Penalties are
  /// due at the end, once for all changes.
  void begin();
  /// Ends what `begin` began. Drops all changes since then unless the plan is
  /// better with them.
  bool end();

private:
  /// The cost of a graph under a plan that breaks these rules.
  PlanCost price(LayoutGraph &priced, Rules rules);
  void addPenalties(PlanCost &price, Rules rules) const;
  void apply(const Change &change);
  void replaceModule(mlir::ModuleOp other);
  /// Traces and remembers that a change is adopted.
  void note(const Change &change, const PlanCost &newCost);

  mlir::ModuleOp module;
  Options options;
  /// The graph that the caller gave, or `ownGraph`.
  LayoutGraph *graph;
  std::optional<LayoutGraph> ownGraph;
  /// Whether the module has not changed since.
  bool isCurrent;
  std::optional<PlanCost> cost;
  Rules broken;
  size_t numTrials = SIZE_MAX;
  size_t numTried = 0;
  bool hasMissed = false;
  llvm::DenseSet<mlir::Value> moved;
  llvm::DenseSet<mlir::Operation *> made;

  std::vector<AdoptedChange> adopted;
  /// What limits have left out, by proposal.
  llvm::MapVector<llvm::StringRef, std::string> limits;
  /// The changes that were adopted since `begin`, and the plan then.
  std::vector<Change> pending;
  std::optional<PlanCost> costAtBegin;
  size_t numAdoptedAtBegin = 0;
};

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_PLAN_H
