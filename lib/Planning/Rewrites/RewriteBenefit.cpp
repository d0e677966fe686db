//===- RewriteBenefit.cpp - Whether another form of a program moves less --===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteBenefit.h"
#include "dtensor/Dialect/DTensor/IR/ModuleMesh.h"
#include "dtensor/Propagation/LayoutPropagation.h"

using namespace mlir;
using namespace dtensor;

/// What at most is left of the bytes.
static constexpr double kAcceptChange = 0.9;

bool dtensor::isRewriteBeneficial(ModuleOp form, const PlanCost &before,
                                  bool replicateUnknown) {
  FailureOr<MeshOp> mesh = getModuleMesh(form);
  if (failed(mesh))
    return false;
  FailureOr<LayoutGraph> graph =
      LayoutGraph::build(form, *mesh, replicateUnknown);
  if (failed(graph))
    return false;
  propagateLayouts(*graph, ForcedLayouts(), nullptr);
  PlanCost after = getPlanCost(*graph);
  return after.moved <= kAcceptChange * before.moved &&
         after.getTotal() < before.getTotal();
}
