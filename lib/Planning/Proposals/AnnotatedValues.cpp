//===- AnnotatedValues.cpp - Known values in other layouts ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractedOperands.h"
#include "PlanEntries.h"
#include "Proposals.h"

using namespace mlir;
using namespace dtensor;

static bool isCalled(func::FuncOp function) {
  return !SymbolTable::symbolKnownUseEmpty(function, function->getParentOp());
}

bool dtensor::tryAnnotatedValues(Plan &plan) {
  LayoutGraph *graph = plan.getGraph();
  if (!graph)
    return false;
  auto contracted = findContractedOperands(*graph);
  std::vector<PlanEntry> entries;
  // A value that is contracted in parts may also be gathered.
  auto addAnnotated = [&](Value value) {
    addMoves(*graph, graph->getSlot(value), value, nullptr, bit(Rule::Known),
             entries);
    if (plan.getOptions().gather && contracted.contains(value))
      addGathers(*graph, value, bit(Rule::Product), entries);
  };
  ModuleOp module = plan.getModule();
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isPrivate() && isCalled(function))
      continue;
    // An argument that is not annotated is assumed to be in the right layout.
    for (BlockArgument argument : function.getArguments())
      if (!plan.isMoved(argument) &&
          function.getArgAttr(argument.getArgNumber(), kLayoutAttr))
        addAnnotated(argument);
    for (OpOperand &use : function.front().getTerminator()->getOpOperands())
      if (!plan.isMade(use.get().getDefiningOp()) &&
          function.getResultAttr(use.getOperandNumber(), kLayoutAttr))
        addMoves(*graph, graph->getResultSlot(function, use.getOperandNumber()),
                 use.get(), &use, bit(Rule::Known), entries);
  }
  module.walk([&](ConstrainOp constrain) {
    if (!plan.isMade(constrain) && !plan.isMoved(constrain.getResult()))
      addAnnotated(constrain.getResult());
  });
  return tryTogether(plan, std::move(entries));
}
