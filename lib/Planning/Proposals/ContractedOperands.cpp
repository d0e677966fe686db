//===- ContractedOperands.cpp - Operands contracted in parts --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractedOperands.h"
#include "dtensor/Layout/CostModel.h"

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
