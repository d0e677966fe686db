//===- RewriteBenefit.cpp - Whether a rewrite moves less ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteBenefit.h"
#include "dtensor/Dialect/DTensor/IR/ModuleMesh.h"
#include "dtensor/Layout/Trace.h"
#include "dtensor/Planning/Acceptance.h"
#include "dtensor/Propagation/LayoutPropagation.h"

using namespace mlir;
using namespace dtensor;

static constexpr Acceptance kAcceptChange{.left = 0.9, .given = 0};

bool dtensor::isRewriteBeneficial(StringRef name, ModuleOp form,
                                  const PlanCost &before,
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
  const char *objection = findObjection(after, before, kAcceptChange);
  trace(TracedPart::Planning, [&](llvm::raw_ostream &os) {
    os << name << ": ";
    describeCost(os, after, before);
    os << ": " << (objection ? objection : "taken");
  });
  return !objection;
}
