//===- Plan.cpp - A module whose layouts are chosen -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Plan.h"
#include "dtensor/Dialect/DTensor/IR/ModuleMesh.h"
#include "dtensor/Layout/Trace.h"
#include "dtensor/Propagation/LayoutPropagation.h"
#include "dtensor/Propagation/SplitMesh.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace dtensor;

static FailureOr<LayoutGraph> propagate(ModuleOp module,
                                        const Plan::Options &options) {
  FailureOr<MeshOp> mesh = getModuleMesh(module);
  if (failed(mesh))
    return failure();
  FailureOr<LayoutGraph> graph =
      LayoutGraph::build(module, *mesh, options.replicateUnknown);
  if (succeeded(graph))
    propagateLayouts(*graph, nullptr);
  return graph;
}

/// Traces what became of a trial.
static void traceTrial(const PlanCost &cost, const PlanCost &before,
                       const char *objection, StringRef description) {
  trace(TracedPart::Planning, [&](llvm::raw_ostream &os) {
    os << description << ": ";
    describeCost(os, cost, before);
    os << ": " << (objection ? objection : "better");
  });
}

Plan::Plan(ModuleOp module, const Options &options, LayoutGraph *graph)
    : module(module), options(options), graph(graph), isCurrent(graph) {}

LayoutGraph *Plan::getGraph() {
  if (isCurrent)
    return graph;
  FailureOr<LayoutGraph> built = propagate(module, options);
  if (failed(built))
    return nullptr;
  isCurrent = true;
  return graph = &ownGraph.emplace(std::move(*built));
}

const PlanCost *Plan::getCost() {
  if (!cost)
    if (LayoutGraph *present = getGraph())
      cost = getPlanCost(*present);
  return cost ? &*cost : nullptr;
}

std::optional<PlanTrial> Plan::tryOut(const Change &change) {
  if (numTrials == 0)
    return std::nullopt;
  --numTrials;
  ++numTried;
  IRMapping copies;
  OwningOpRef<ModuleOp> copy(cast<ModuleOp>(module->clone(copies)));
  Edit edit(*copy, &copies, graph->getMesh(), graph->getMeshName());
  for (const Change &earlier : pending)
    earlier.apply(edit);
  change.apply(edit);
  FailureOr<LayoutGraph> built = propagate(*copy, options);
  if (failed(built))
    return std::nullopt;
  PlanCost price = getPlanCost(*built);
  return PlanTrial{std::move(copy), std::move(copies), std::move(*built),
                   price};
}

void Plan::apply(const Change &change) {
  Edit edit(module, nullptr, graph->getMesh(), graph->getMeshName());
  change.apply(edit);
  made.insert_range(edit.getConstrains());
  moved.insert_range(edit.getMoved());
  isCurrent = false;
}

void Plan::note(const Change &change, const PlanCost &newCost) {
  trace(TracedPart::Planning,
        [&](llvm::raw_ostream &os) { os << "taken: " << change.description; });
  adopted.push_back(
      {change.loc, change.description, getCost()->moved, newCost.moved});
}

void Plan::emitRemarks() const {
  for (const AdoptedChange &each : adopted)
    remark::passed(each.loc,
                   remark::RemarkOpts::name("plan").category("dtensor-layouts"))
        << (each.description + ": the program receives about " +
            llvm::Twine(uint64_t(each.left)) + " bytes, instead of about " +
            llvm::Twine(uint64_t(each.before)))
               .str();
}

void Plan::adopt(const Change &change, const PlanCost &newCost) {
  note(change, newCost);
  if (costAtBegin)
    pending.push_back(change);
  else
    apply(change);
  cost = newCost;
}

void Plan::replaceModule(ModuleOp other) {
  module.getBodyRegion().takeBody(other.getBodyRegion());
  moved.clear();
  made.clear();
  isCurrent = false;
}

void Plan::adopt(const Change &change, ModuleOp other,
                 const PlanCost &newCost) {
  note(change, newCost);
  replaceModule(other);
  cost = newCost;
}

void Plan::nameLast(ArrayRef<std::pair<Location, std::string>> changes) {
  AdoptedChange last = std::move(adopted.back());
  adopted.pop_back();
  for (const auto &[loc, description] : changes)
    adopted.push_back({loc, description, last.before, last.left});
}

void Plan::take(Plan &other) {
  replaceModule(other.module);
  cost = other.cost;
  adopted = std::move(other.adopted);
}

bool Plan::isBetter(const PlanTrial &trial, const Change &change,
                    const Acceptance &acceptance) {
  const char *objection = findObjection(trial.cost, *getCost(), acceptance);
  traceTrial(trial.cost, *getCost(), objection, change.description);
  return !objection;
}

bool Plan::adoptIfBetter(const Change &change, const Acceptance &acceptance) {
  std::optional<PlanTrial> trial = tryOut(change);
  if (!trial || !isBetter(*trial, change, acceptance))
    return false;
  adopt(change, trial->cost);
  return true;
}

void Plan::splitMesh() {
  while (true) {
    FailureOr<MeshOp> mesh = getModuleMesh(module);
    LayoutGraph *present = getGraph();
    if (failed(mesh) || !present ||
        !splitMeshForReshapes(*present, module, *mesh))
      return;
    isCurrent = false;
    cost.reset();
  }
}

void Plan::begin() {
  costAtBegin = *getCost();
  numAdoptedAtBegin = adopted.size();
}

bool Plan::end(const Acceptance &together) {
  PlanCost before = *costAtBegin;
  costAtBegin.reset();
  std::vector<Change> changes = std::exchange(pending, {});
  if (changes.empty())
    return false;
  const char *objection = findObjection(*cost, before, together);
  traceTrial(*cost, before, objection, "all of these together");
  if (objection) {
    cost = before;
    adopted.erase(adopted.begin() + numAdoptedAtBegin, adopted.end());
    return false;
  }
  for (const Change &change : changes)
    apply(change);
  return true;
}
