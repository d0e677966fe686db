//===- InProcessReshape.cpp - Reshapes by loads and stores ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Context.h"
#include "../collectives/CopyElements.h"
#include "InProcess.h"

using namespace dtensor::runtime;

void InProcessTransport::reshape(DtDevice &device, const ReshapePlan &plan,
                                 const DtMemRef &source,
                                 const DtMemRef &destination,
                                 const char *where) {
  enter(device, plan.group, {plan.data, &source, &destination},
        /*active=*/true, where);
  bool isComplete =
      plan.forEachReceive(device.getPlace(), [&](const ReshapeRun &run) {
        const DtMemRef &held = *reach(device, plan, run.peer, where).source;
        copyElements(plan.elementSize, run.length,
                     {held, plan.from.rank, run.other},
                     {destination, plan.to.rank, run.own});
      });
  if (!isComplete)
    device.context->fail(
        device, "a reshape's destination needs devices outside of its group",
        where);
  exit(device, plan.group, where);
}
