//===- ScatteredSums.cpp - Sums divided among the devices -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanEntries.h"
#include "Proposals.h"
#include "dtensor/Layout/CostModel.h"
#include "dtensor/Layout/OpCost.h"

using namespace mlir;
using namespace dtensor;

/// Adds entries for a value that an op makes in the layout `made`, partial
/// along mesh dimensions, and that all devices along them have in the end.
static void addScatters(LayoutGraph &graph, Value value, const Layout &made,
                        std::vector<PlanEntry> &entries) {
  std::optional<SlotId> slot = graph.getSlot(value);
  if (!slot || graph[*slot].state.isFree ||
      graph[*slot].priority != Slot::kNoPriority)
    return;
  const TensorState &state = graph[*slot].state;
  const Mesh &mesh = graph.getMesh();
  CostModel model(mesh);
  double combined = model.getRelayoutCost(made, state.layout.withoutPartial(),
                                          state.shape, state.elementBits);
  for (PartialDim partial : made.getPartial()) {
    if (mesh.getSize(partial.dim) == 1 ||
        state.layout.getShardedAxis(partial.dim))
      continue;
    for (unsigned axis = 0; axis < made.getRank(); ++axis) {
      Layout layout = state.layout.withoutPartial();
      DimList dims(layout.getAxis(axis));
      dims.push_back(partial.dim);
      if (state.shape[axis] < mesh.getGroupSize(dims))
        continue;
      layout.setAxis(axis, dims);
      double bytes =
          model.getRelayoutCost(made, layout, state.shape, state.elementBits);
      entries.push_back({value, nullptr, std::move(layout), bytes,
                         /*matters=*/combined, entries.size(),
                         kAcceptSurprise});
    }
  }
}

bool dtensor::tryScatteredSums(Plan &plan) {
  LayoutGraph *graph = plan.getGraph();
  if (!graph)
    return false;
  std::vector<PlanEntry> entries;
  for (const Site &site : graph->getSites()) {
    if (site.isEdge)
      continue;
    for (auto [index, made] :
         llvm::enumerate(graph->getChoice(site).layouts.results)) {
      if (!site.results[index] || !made.isPartial())
        continue;
      Value value = site.op->getResult(index);
      if (!plan.isMoved(value) && !plan.isMade(site.op))
        addScatters(*graph, value, made, entries);
    }
  }
  llvm::sort(entries, [](const PlanEntry &a, const PlanEntry &b) {
    return a.matters != b.matters ? a.matters > b.matters : a.number < b.number;
  });
  if (entries.size() > kMaxScattered)
    entries.resize(kMaxScattered);
  return tryEntries(plan, std::move(entries));
}
