//===- Fetch.cpp - Boxes of other tensors at one go -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fetch.h"
#include "../Context.h"
#include "Component.h"

using namespace dtensor::runtime;

void dtensor::runtime::runFetch(DtDevice &device, DtFetchSite site,
                                const char *where,
                                const DtMemRef *const *sources,
                                const DtMemRef &destination,
                                const int64_t *numbers) {
  DtContext &context = *device.context;
  FetchPlan plan(context.topology, site, numbers);
  if (const char *problem = plan.decode())
    context.fail(device, problem, where);
  Place place = device.getPlace();
  checkComponent(device, where, "a fetch's destination", destination,
                 plan.getDestinationBox(place), plan.rank);
  plan.forEachSource([&](int64_t source, const FetchMove *moves) {
    checkComponent(device, where, "a fetch's source", *sources[source],
                   plan.getSourceBox(place, moves), plan.rank);
  });
  // The extents of the loops come first.
  device.flight.begin(FlightOp::Fetch, plan, where, numbers, plan.numLoops);
  context.transport->fetch(device, plan, sources, destination, where);
  device.flight.end();
}
