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
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace dtensor;

static FailureOr<LayoutGraph> propagate(ModuleOp module,
                                        const Plan::Options &options) {
  FailureOr<MeshOp> mesh = getModuleMesh(module);
  if (failed(mesh))
    return failure();
  FailureOr<LayoutGraph> graph = LayoutGraph::build(
      module, *mesh, options.replicateUnknown, options.choices);
  if (succeeded(graph))
    propagateLayouts(*graph, nullptr);
  return graph;
}

/// Traces what became of a trial.
static void traceTrial(const PlanCost &cost, const PlanCost &before,
                       StringRef description) {
  trace(TracedPart::Planning, [&](llvm::raw_ostream &os) {
    constexpr double kMicro = 1e6;
    auto add = [&](const char *name, double PlanCost::*part) {
      os << llvm::format("; %s %.4g instead of %.4g us", name,
                         kMicro * cost.*part, kMicro * before.*part);
    };
    os << description
       << llvm::format(": %.0f bytes instead of %.0f", cost.received,
                       before.received);
    add("communication", &PlanCost::communication);
    add("computing", &PlanCost::computing);
    add("penalties", &PlanCost::penalties);
    os << (cost < before ? ": better" : ": not better");
  });
}

Plan::Plan(ModuleOp module, const Options &options, LayoutGraph *graph)
    : module(module), options(options), graph(graph), isCurrent(graph),
      broken(options.broken) {}

LayoutGraph *Plan::getGraph() {
  if (isCurrent)
    return graph;
  FailureOr<LayoutGraph> built = propagate(module, options);
  if (failed(built))
    return nullptr;
  isCurrent = true;
  return graph = &ownGraph.emplace(std::move(*built));
}

PlanCost Plan::price(LayoutGraph &priced, Rules rules) {
  PlanCost price = getPlanCost(priced, *options.machine);
  if (!options.first)
    options.first = price;
  addPenalties(price, rules);
  return price;
}

void Plan::addPenalties(PlanCost &price, Rules rules) const {
  double perByte =
      1 / options.machine->getLevels().front().messages.back().bandwidth;
  double brought = std::max(0., price.arguments - options.first->arguments);
  constexpr double kMostComputing = 1.1;
  if (price.computing <= kMostComputing * options.first->computing)
    rules &= ~bit(Rule::Divided);
  price.penalties =
      getPenalty(rules) / options.numLayers * options.first->communication +
      getPenaltyOfBroughtByte(rules) * perByte * brought;
}

const PlanCost *Plan::getCost() {
  if (!cost)
    if (LayoutGraph *present = getGraph())
      cost = price(*present, broken);
  return cost ? &*cost : nullptr;
}

std::optional<PlanTrial> Plan::tryOut(const Change &change) {
  // The first cost is that of the module without changes.
  if (numTrials == 0 || !getCost())
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
  PlanCost newCost =
      price(*built, costAtBegin ? broken : broken | change.broken);
  return PlanTrial{std::move(copy), std::move(copies), std::move(*built),
                   newCost};
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
      {change.loc, change.description, getCost()->received, newCost.received});
}

void Plan::noteLimit(StringLiteral proposal, std::string text) {
  limits[proposal] = std::move(text);
}

bool Plan::isTooLarge(StringLiteral rewrite, size_t maxSites) {
  size_t numSites = getGraph()->getSites().size();
  if (numSites <= maxSites)
    return false;
  noteLimit(rewrite, "not tried on a program of " + std::to_string(numSites) +
                         " ops and edges; at most " + std::to_string(maxSites) +
                         " are");
  return true;
}

void Plan::takeLimits(const Plan &other) {
  for (const auto &[proposal, text] : other.limits)
    limits[proposal] = text;
}

void Plan::emitRemarks() const {
  for (const auto &[proposal, text] : limits)
    remark::analysis(
        ModuleOp(module).getLoc(),
        remark::RemarkOpts::name("limit").category("dtensor-layouts"))
        << (proposal + ": " + text).str();
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
  else {
    apply(change);
    broken |= change.broken;
  }
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
  broken |= change.broken;
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
  broken = other.broken;
  adopted = std::move(other.adopted);
  takeLimits(other);
}

bool Plan::isBetter(const PlanCost &newCost, const Change &change) {
  traceTrial(newCost, *getCost(), change.description);
  if (newCost < *getCost())
    return true;
  PlanCost freely = newCost, present = *getCost();
  freely.penalties = present.penalties = 0;
  hasMissed |= freely < present;
  return false;
}

bool Plan::adoptIfBetter(const Change &change) {
  std::optional<PlanTrial> trial = tryOut(change);
  if (!trial || !isBetter(trial->cost, change))
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

bool Plan::end() {
  PlanCost before = *costAtBegin;
  costAtBegin.reset();
  std::vector<Change> changes = std::exchange(pending, {});
  if (changes.empty())
    return false;
  Rules rules = broken;
  for (const Change &change : changes)
    rules |= change.broken;
  addPenalties(*cost, rules);
  traceTrial(*cost, before, "all of these together");
  if (!(*cost < before)) {
    cost = before;
    adopted.erase(adopted.begin() + numAdoptedAtBegin, adopted.end());
    return false;
  }
  for (const Change &change : changes)
    apply(change);
  broken = rules;
  return true;
}
