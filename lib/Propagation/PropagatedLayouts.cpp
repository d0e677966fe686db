//===- PropagatedLayouts.cpp - The layouts of a module --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Propagation/PropagatedLayouts.h"
#include "dtensor/Dialect/DTensor/IR/ModuleMesh.h"
#include "dtensor/Propagation/LayoutPropagation.h"
#include "dtensor/ShardingRules/CombinerOf.h"

using namespace mlir;
using namespace dtensor;

LayoutGraph *PropagatedLayouts::get(bool replicateUnknown,
                                    SharedChoices *choices) {
  if (graph && !isWritten)
    return graph.get();
  isWritten = false;
  FailureOr<MeshOp> mesh = getModuleMesh(module);
  if (failed(mesh) || !*mesh)
    return nullptr;
  FailureOr<LayoutGraph> built =
      LayoutGraph::build(module, *mesh, replicateUnknown, choices);
  if (failed(built))
    return nullptr;
  graph = std::make_unique<LayoutGraph>(std::move(*built));
  history.emplace(*graph);
  propagateLayouts(*graph, &*history);
  return graph.get();
}

void PropagatedLayouts::settle() {
  for (Slot &slot : graph->getSlots()) {
    slot.priority = 0;
    slot.axisPriorities.clear();
    TensorState &state = slot.state;
    state.open.assign(state.layout.getRank(), false);
    state.replicated.clear();
    state.isGiven = false;
    SmallVector<PartialDim, 1> partial(state.layout.getPartial());
    for (PartialDim &dim : partial)
      dim.combiner = getCombinerFor(dim.combiner, slot.type.getElementType());
    state.layout.setPartial(partial);
  }
  for (const Site &site : graph->getSites())
    if (site.border && !site.border->enters)
      (*graph)[*site.results[0]].state.replicated = site.border->dims;
  isWritten = true;
}
