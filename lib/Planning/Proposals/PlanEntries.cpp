//===- PlanEntries.cpp - Layouts for values, to try -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanEntries.h"
#include "ForcedChoices.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Layout/CostModel.h"

using namespace mlir;
using namespace dtensor;

void dtensor::addMoves(LayoutGraph &graph, std::optional<SlotId> slot,
                       Value value, OpOperand *returned, Rules broken,
                       std::vector<PlanEntry> &entries) {
  if (!slot || value.use_empty())
    return;
  const TensorState &state = graph[*slot].state;
  const Mesh &mesh = graph.getMesh();
  for (unsigned from = 0; from < state.layout.getRank(); ++from) {
    ArrayRef<unsigned> dims = state.layout.getAxis(from);
    for (size_t numMoved = 1; numMoved <= dims.size(); ++numMoved) {
      ArrayRef<unsigned> moved = dims.take_back(numMoved);
      if (mesh.getGroupSize(moved) == 1)
        continue;
      for (unsigned to = 0; to < state.layout.getRank(); ++to) {
        DimList longer(state.layout.getAxis(to));
        llvm::append_range(longer, moved);
        if (to == from || state.shape[to] < mesh.getGroupSize(longer))
          continue;
        Layout layout = state.layout.withoutPartial();
        layout.setAxis(from, DimList(dims.drop_back(numMoved)));
        layout.setAxis(to, longer);
        double bytes = CostModel(mesh).getRelayoutCost(
            state.layout, layout, state.shape, state.elementBits);
        // The entry that moves most is most likely the one that matters.
        entries.push_back({value, returned, std::move(layout), bytes,
                           /*matters=*/bytes, entries.size(), broken});
      }
    }
  }
}

void dtensor::addGathers(LayoutGraph &graph, Value value, Rules broken,
                         std::vector<PlanEntry> &entries) {
  std::optional<SlotId> slot = graph.getSlot(value);
  if (!slot)
    return;
  const TensorState &state = graph[*slot].state;
  for (unsigned axis = 0; axis < state.layout.getRank(); ++axis) {
    DimList rest(state.layout.getAxis(axis));
    if (rest.empty() || graph.getMesh().getSize(rest.back()) == 1)
      continue;
    rest.pop_back();
    Layout layout = state.layout.withoutPartial();
    layout.setAxis(axis, rest);
    double bytes = CostModel(graph.getMesh())
                       .getRelayoutCost(state.layout, layout, state.shape,
                                        state.elementBits);
    entries.push_back({value, nullptr, std::move(layout), bytes,
                       /*matters=*/bytes, entries.size(), broken,
                       /*isUnforced=*/true});
  }
}

static Change makeChange(const PlanEntry &entry, const Mesh &mesh) {
  std::string description = describeValue(entry.value);
  if (entry.returned)
    description +=
        " as result " + std::to_string(entry.returned->getOperandNumber());
  description += " in [" + entry.layout.str(mesh) + "]";
  return {[entry](Edit &edit) {
            if (entry.returned)
              edit.constrain(*entry.returned, entry.layout);
            else
              edit.constrain(entry.value, entry.layout, entry.isUnforced);
          },
          std::move(description),
          entry.returned ? entry.returned->getOwner()->getLoc()
                         : entry.value.getLoc(),
          entry.broken};
}

/// Whether another entry of the same value or result has been adopted.
static bool isMoved(const Plan &plan, const PlanEntry &entry) {
  return entry.returned ? plan.isMade(entry.returned->get().getDefiningOp())
                        : plan.isMoved(entry.value);
}

/// A result that is made in another layout may also need other layouts of the
/// operands of the op that makes it. Returns the best such change, of which
/// `trial` is a trial without other operands.
static std::optional<std::pair<Change, PlanCost>>
tryOperandsToo(Plan &plan, const PlanEntry &entry, const Change &change,
               PlanTrial &trial) {
  Operation *op = entry.value.getDefiningOp();
  if (!op || op->hasAttr(kForcedLayoutsAttr))
    return std::nullopt;
  const Site *site = trial.graph.getSite(trial.copies.lookup(op));
  if (!site || trial.graph.getChoice(*site).isConflictFree)
    return std::nullopt;
  std::vector<Alternative> others =
      listAlternatives(trial.graph.getProblem(*site));
  for (const Change &force :
       makeForces(op, std::move(others), trial.graph.getMesh())) {
    Change both{[change, force](Edit &edit) {
                  change.apply(edit);
                  force.apply(edit);
                },
                change.description + ", and " + force.description, change.loc,
                change.broken | force.broken};
    std::optional<PlanTrial> tried = plan.tryOut(both);
    if (tried && plan.isBetter(tried->cost, both))
      return {{std::move(both), tried->cost}};
  }
  return std::nullopt;
}

bool dtensor::tryAlike(Plan &plan, ArrayRef<PlanEntry> entries) {
  std::optional<std::pair<Change, PlanCost>> chosen;
  for (const PlanEntry &entry : entries) {
    Change change = makeChange(entry, plan.getMesh());
    std::optional<PlanTrial> trial = plan.tryOut(change);
    if (!trial)
      break;
    std::optional<std::pair<Change, PlanCost>> better;
    if (plan.isBetter(trial->cost, change))
      better = {std::move(change), trial->cost};
    else if (entry.returned)
      better = tryOperandsToo(plan, entry, change, *trial);
    if (better && (!chosen || better->second < chosen->second))
      chosen = std::move(better);
  }
  if (!chosen)
    return false;
  plan.adopt(chosen->first, chosen->second);
  return true;
}

bool dtensor::tryEntries(Plan &plan, std::vector<PlanEntry> entries) {
  llvm::sort(entries, [](const PlanEntry &a, const PlanEntry &b) {
    return a.matters != b.matters ? a.matters > b.matters : a.number < b.number;
  });
  bool changed = false;
  while (!entries.empty() && plan.getNumTrials() > 0) {
    // All entries of the same value or result as the first one.
    Value value = entries.front().value;
    OpOperand *returned = entries.front().returned;
    std::vector<PlanEntry> alike, others;
    for (PlanEntry &entry : entries) {
      bool isAlike = entry.value == value && entry.returned == returned;
      (isAlike ? alike : others).push_back(std::move(entry));
    }
    llvm::erase_if(alike, [&](const PlanEntry &entry) {
      return isMoved(plan, entry) || entry.bytes >= plan.getCost()->received;
    });
    changed |= tryAlike(plan, alike);
    entries = std::move(others);
  }
  return changed;
}

bool dtensor::tryTogether(Plan &plan, std::vector<PlanEntry> entries) {
  size_t numTrials = plan.getNumTrials();
  plan.takeMissed();
  bool changed = tryEntries(plan, entries);
  if (!changed && !plan.takeMissed())
    return false;
  // Each is tried twice and counts once: else the number of layers would decide
  // for how many of them there are trials.
  plan.setNumTrials(numTrials);
  plan.begin();
  tryEntries(plan, std::move(entries));
  return plan.end() || changed;
}
