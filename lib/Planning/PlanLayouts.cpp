//===- PlanLayouts.cpp - Look for layouts that move less ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proposals/Proposals.h"
#include "Rewrites/PipelinePlan.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ModuleMesh.h"
#include "dtensor/Planning/Passes.h"
#include "dtensor/Propagation/PropagatedLayouts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"

namespace dtensor {
#define GEN_PASS_DEF_PLANLAYOUTS
#include "dtensor/Planning/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

/// Each trial visits the whole module. This is the largest number of sites that
/// all trials of moves visit together.
static constexpr size_t kMaxVisits = 40000;
static constexpr size_t kMaxTrials = 64;
static constexpr StringLiteral kStagesName = "stages";

namespace {
struct PlanLayouts : dtensor::impl::PlanLayoutsBase<PlanLayouts> {
  using PlanLayoutsBase::PlanLayoutsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<MeshOp> mesh = getModuleMesh(module);
    if (failed(mesh) || failed(checkNames()))
      return signalPassFailure();
    if (!*mesh)
      return markAllAnalysesPreserved();
    LayoutGraph *graph = getAnalysis<PropagatedLayouts>().get(replicateUnknown);
    if (!graph)
      return signalPassFailure();
    Plan plan(module, {replicateUnknown, gather}, graph);
    bool changed = false;
    for (const Proposal &rewrite : getRewrites())
      if (isOn(rewrite.name))
        while (rewrite.improve(plan))
          changed = true;
    auto search = [this](Plan &plan) { return takeTurns(plan); };
    changed |= isOn(kStagesName) ? planStages(plan, search) : search(plan);
    plan.emitRemarks();
    if (!changed)
      markAllAnalysesPreserved();
  }

private:
  bool isOn(StringRef name) const {
    return proposals.empty() || llvm::is_contained(proposals, name);
  }

  LogicalResult checkNames() {
    SmallVector<StringRef> known{kStagesName};
    for (ArrayRef<Proposal> some : {getRewrites(), getMoves()})
      for (const Proposal &proposal : some)
        known.push_back(proposal.name);
    for (const std::string &name : proposals)
      if (!llvm::is_contained(known, name))
        return emitError(UnknownLoc::get(&getContext()))
               << "proposals: required some of " << llvm::join(known, ", ")
               << ", found '" << name << "'";
    return success();
  }

  /// Tries moves until none of them helps.
  bool takeTurns(Plan &plan) {
    LayoutGraph *graph = plan.getGraph();
    if (!graph || plan.getCost()->moved == 0)
      return false;
    plan.setNumTrials(
        std::min(kMaxTrials, kMaxVisits / (graph->getSites().size() + 1)));
    [[maybe_unused]] double first = plan.getCost()->moved;
    bool changed = false, changedNow = true;
    while (changedNow && plan.getNumTrials() > 0) {
      changedNow = false;
      for (const Proposal &move : getMoves())
        if (isOn(move.name))
          changedNow |= move.improve(plan);
      changed |= changedNow;
    }
    if (plan.getNumTrials() == 0)
      remark::analysis(
          plan.getModule().getLoc(),
          remark::RemarkOpts::name("search").category("dtensor-layouts"))
          << "the search for layouts has ended early: no trials are left";
    assert((!plan.getCost() || plan.getCost()->moved <= first) &&
           "the search has made the plan worse");
    return changed;
  }
};
} // namespace
