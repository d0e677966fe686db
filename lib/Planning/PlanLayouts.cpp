//===- PlanLayouts.cpp - Look for layouts that move less ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layers/ShortForm.h"
#include "Proposals/Proposals.h"
#include "Rewrites/PipelinePlan.h"
#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Dialect/DTensor/IR/ModuleMesh.h"
#include "dtensor/Layout/Trace.h"
#include "dtensor/Machine/AbstractMachine.h"
#include "dtensor/Planning/Passes.h"
#include "dtensor/Planning/ProposalNames.h"
#include "dtensor/Propagation/PropagatedLayouts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Format.h"
#include <chrono>

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

namespace {
struct PlanLayouts : dtensor::impl::PlanLayoutsBase<PlanLayouts> {
  using PlanLayoutsBase::PlanLayoutsBase;
  PlanLayouts(const dtensor::PlanLayoutsOptions &options,
              const Machine *machine, SharedChoices *choices)
      : PlanLayoutsBase(options), givenMachine(machine), givenChoices(choices) {
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<MeshOp> mesh = getModuleMesh(module);
    if (failed(mesh) || failed(checkNames()))
      return signalPassFailure();
    if (!*mesh)
      return markAllAnalysesPreserved();
    SharedChoices ownChoices;
    SharedChoices *choices = givenChoices ? givenChoices : &ownChoices;
    LayoutGraph *graph =
        getAnalysis<PropagatedLayouts>().get(replicateUnknown, choices);
    if (!graph)
      return signalPassFailure();
    shares.clear();
    FailureOr<Machine> machine = getMachine(graph->getMesh());
    if (failed(machine))
      return signalPassFailure();
    Plan::Options options;
    options.machine = &*machine;
    options.choices = choices;
    options.replicateUnknown = replicateUnknown;
    options.gather = gather;
    Plan plan(module, options, graph);
    bool changed = false;
    for (const Proposal &rewrite : getRewrites())
      while (improve(rewrite, plan))
        changed = true;
    auto search = [this](Plan &plan) { return takeTurns(plan); };
    changed |= isChosen(kStagesName, proposals) ? planStages(plan, search)
                                                : search(plan);
    plan.emitRemarks();
    report();
    if (!changed)
      markAllAnalysesPreserved();
  }

private:
  /// The part of a proposal in the search.
  struct Share {
    size_t tried = 0, adopted = 0;
    std::chrono::duration<double> time{};
  };

  LogicalResult checkNames() {
    llvm::Error error = checkProposals(proposals);
    if (!error)
      return success();
    return emitError(UnknownLoc::get(&getContext()))
           << "proposals: " << llvm::toString(std::move(error));
  }

  /// The machine on which plans are priced.
  FailureOr<Machine> getMachine(const Mesh &mesh) {
    auto report = [&](llvm::Error error) {
      emitError(UnknownLoc::get(&getContext()))
          << "machine: " << llvm::toString(std::move(error));
      return failure();
    };
    llvm::Expected<Machine> machine =
        givenMachine          ? llvm::Expected<Machine>(*givenMachine)
        : machineFile.empty() ? getLimitMachine(mesh.getNumDevices())
                              : readMachine(machineFile);
    if (!machine)
      return report(machine.takeError());
    if (llvm::Error error = machine->checkFits(mesh))
      return report(std::move(error));
    return std::move(*machine);
  }

  bool improve(const Proposal &proposal, Plan &plan) {
    if (!isChosen(proposal.name, proposals))
      return false;
    size_t tried = plan.getNumTried(), adopted = plan.getAdopted().size();
    auto begin = std::chrono::steady_clock::now();
    bool changed = proposal.improve(plan);
    Share &share = shares[proposal.name];
    share.time += std::chrono::steady_clock::now() - begin;
    share.tried += plan.getNumTried() - tried;
    share.adopted += plan.getAdopted().size() - adopted;
    return changed;
  }

  /// Tries moves until none of them helps.
  bool takeTurns(Plan &plan) {
    LayoutGraph *graph = plan.getGraph();
    if (!graph || plan.getCost()->received == 0)
      return false;
    size_t numTrials =
        std::min(kMaxTrials, kMaxVisits / (graph->getSites().size() + 1));
    if (numTrials < kMaxTrials)
      if (std::optional<bool> changed = planShortForm(plan))
        return *changed;
    // Each layer of a short form is changed by itself.
    plan.setNumTrials(numTrials * plan.getOptions().numLayers);
    [[maybe_unused]] PlanCost first = *plan.getCost();
    bool changed = false, changedNow = true;
    while (changedNow && plan.getNumTrials() > 0) {
      changedNow = false;
      for (const Proposal &move : getMoves())
        changedNow |= improve(move, plan);
      changed |= changedNow;
    }
    if (plan.getNumTrials() == 0)
      plan.noteLimit("search", "ended early, after " +
                                   std::to_string(plan.getNumTried()) +
                                   " changes, since no trials are left");
    assert((!plan.getCost() || !(first < *plan.getCost())) &&
           "the search has made the plan worse");
    return changed;
  }

  /// Gives all equal layers of a large program the plan that its short form
  /// has. Returns nothing if there is no short form, or if its plan is no good
  /// for the program.
  std::optional<bool> planShortForm(Plan &plan) {
    std::optional<ShortForm> form = ShortForm::make(plan.getModule());
    if (!form)
      return std::nullopt;
    trace(TracedPart::Planning, [&](llvm::raw_ostream &os) {
      os << form->getNumLeft() << " of " << form->getNumLayers()
         << " equal layers are planned";
    });
    Plan::Options options = plan.getOptions();
    options.numLayers = form->getNumLeft();
    options.first.reset();
    Plan shortPlan(form->getModule(), options);
    bool changed = takeTurns(shortPlan);
    plan.takeLimits(shortPlan);
    if (!changed)
      return shortPlan.getGraph() ? std::optional(false) : std::nullopt;
    if (!form->matchLayers())
      return std::nullopt;
    Change change{[&](Edit &edit) { form->apply(shortPlan, edit); },
                  "layouts of " + std::to_string(form->getNumLayers()) +
                      " equal layers",
                  plan.getModule().getLoc(), shortPlan.getBroken()};
    std::optional<PlanTrial> trial = plan.tryOut(change);
    if (!trial || !plan.isBetter(trial->cost, change))
      return std::nullopt;
    // In place: a short form's ops stand for those of the form before.
    plan.adopt(change, trial->cost);
    SmallVector<std::pair<Location, std::string>> changes;
    for (const AdoptedChange &each : shortPlan.getAdopted())
      changes.emplace_back(
          each.loc, each.description + ", and all that is like it in " +
                        std::to_string(form->getNumLayers()) + " equal layers");
    plan.nameLast(changes);
    return true;
  }

  /// Says what was tried, and how long that took.
  void report() {
    for (const auto &[name, share] : shares)
      trace(TracedPart::Planning, [&](llvm::raw_ostream &os) {
        os << name << ": " << share.tried << " tried, " << share.adopted
           << " adopted, " << llvm::format("%.3f s", share.time.count());
      });
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::ListSeparator separator("; ");
    for (const auto &[name, share] : shares)
      if (share.tried > 0)
        os << separator << name << ": " << share.tried << " tried, "
           << share.adopted << " adopted";
    if (!text.empty())
      remark::analysis(
          getOperation().getLoc(),
          remark::RemarkOpts::name("proposals").category("dtensor-layouts"))
          << text;
  }

  const Machine *givenMachine = nullptr;
  SharedChoices *givenChoices = nullptr;
  llvm::MapVector<StringRef, Share> shares;
};
} // namespace

std::unique_ptr<Pass>
dtensor::createPlanLayouts(const PlanLayoutsOptions &options,
                           const Machine *machine, SharedChoices *choices) {
  return std::make_unique<PlanLayouts>(options, machine, choices);
}
