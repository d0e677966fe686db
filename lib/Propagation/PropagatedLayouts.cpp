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

using namespace mlir;
using namespace dtensor;

LayoutGraph *PropagatedLayouts::get(bool replicateUnknown,
                                    SharedChoices *choices) {
  if (graph)
    return graph.get();
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
