//===- ContractedOperands.cpp - Operands contracted in parts --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractedOperands.h"
#include "PlanEntries.h"
#include "Proposals.h"
#include "dtensor/Layout/CostModel.h"
#include "dtensor/Layout/OpCost.h"

using namespace mlir;
using namespace dtensor;

llvm::MapVector<Value, double>
dtensor::findContractedOperands(LayoutGraph &graph) {
  CostModel model(graph.getMesh());
  llvm::MapVector<Value, double> contracted;
  for (const Site &site : graph.getSites()) {
    if (site.isEdge)
      continue;
    // The result may be combined far behind the op.
    double combined = 0;
    ChoiceProblem problem = graph.getProblem(site);
    for (auto [state, layout] : llvm::zip_equal(
             problem.results, graph.getChoice(site).layouts.results))
      if (state.isTensor && layout.isPartial())
        combined += model.getRelayoutCost(layout, layout.withoutPartial(),
                                          state.shape, state.elementBits);
    if (combined == 0)
      continue;
    for (auto [state, use] : llvm::zip_equal(problem.operands, site.uses))
      if (state.isTensor && !state.isFree)
        contracted[use->get()] += combined;
  }
  return contracted;
}

/// Whether a value is an argument of a function that nobody annotated.
static bool isGivenFreely(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : func::FuncOp();
  return function && !function.getArgAttr(argument.getArgNumber(), kLayoutAttr);
}

bool dtensor::tryContractedOperands(Plan &plan) {
  LayoutGraph *graph = plan.getGraph();
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
  if (contracted.size() > kMaxContracted) {
    plan.noteLimit("contracted-operands",
                   std::to_string(kMaxContracted) + " of " +
                       std::to_string(contracted.size()) +
                       " operands are tried");
    contracted.resize(kMaxContracted);
  }
  std::vector<PlanEntry> entries;
  for (auto [value, combined] : contracted) {
    if (plan.isMoved(value) || plan.isMade(value.getDefiningOp()))
      continue;
    size_t first = entries.size();
    Rules broken = bit(Rule::Product);
    if (isGivenFreely(value))
      broken |= bit(Rule::Given);
    addMoves(*graph, graph->getSlot(value), value, nullptr, broken, entries);
    if (plan.getOptions().gather)
      addGathers(*graph, value, bit(Rule::Product), entries);
    for (PlanEntry &entry : llvm::drop_begin(entries, first))
      entry.matters = combined;
  }
  return tryTogether(plan, std::move(entries));
}
