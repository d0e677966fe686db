//===- Collective.cpp - Any move between two layouts ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collective.h"
#include "../Context.h"
#include "Component.h"

using namespace dtensor::runtime;

void dtensor::runtime::runCollective(DtDevice &device, DtSite site,
                                     const char *where, const DtMemRef &source,
                                     const DtMemRef &destination,
                                     const int64_t *extents) {
  DtContext &context = *device.context;
  CollectivePlan plan(context.topology, site, extents);
  if (const char *problem = plan.decode())
    context.fail(device, problem, where);
  checkComponent(device, where, "a collective's source", source,
                 plan.getSourceBox(device.getPlace()), plan.site.rank);
  plan.ownDestination = plan.getDestinationBox(device.getPlace());
  checkComponent(device, where, "a collective's destination", destination,
                 plan.ownDestination, plan.site.rank);
  CombineKernel kernel = nullptr;
  if (plan.getNumAddends() > 1) {
    kernel = getCombineKernel(plan.site.type, plan.site.combiner);
    if (!kernel)
      context.fail(device,
                   "a collective's combiner is not defined on its element type",
                   where);
  }
  device.flight.begin(getFlightOp(plan.site), plan, where, extents,
                      plan.site.rank);
  context.transport->collective(device, plan, kernel, source, destination,
                                where);
  device.flight.end();
}
