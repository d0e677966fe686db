//===- DisputedOps.cpp - Other choices where layouts dispute --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForcedChoices.h"
#include "Proposals.h"

using namespace mlir;
using namespace dtensor;

bool dtensor::tryDisputedOps(Plan &plan) {
  LayoutGraph *graph = plan.getGraph();
  if (!graph)
    return false;
  plan.begin();
  for (const Site &site : graph->getSites()) {
    if (plan.getNumTrials() == 0)
      break;
    if (site.isEdge || site.op->hasAttr(kForcedLayoutsAttr) ||
        graph->getChoice(site).isConflictFree)
      continue;
    for (const Change &change :
         makeForces(site.op, listAlternatives(graph->getProblem(site)),
                    graph->getMesh()))
      if (plan.adoptIfBetter(change))
        break;
  }
  return plan.end();
}
