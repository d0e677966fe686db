//===- Reshape.cpp - A move between tensors of two shapes -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reshape.h"
#include "../Context.h"
#include "Component.h"

using namespace dtensor::runtime;

void dtensor::runtime::runReshape(DtDevice &device, DtSite site,
                                  const char *where, const DtMemRef &source,
                                  const DtMemRef &destination,
                                  const int64_t *fromExtents,
                                  const int64_t *toExtents) {
  DtContext &context = *device.context;
  ReshapePlan plan(context.topology, site, fromExtents, toExtents);
  if (const char *problem = plan.decode())
    context.fail(device, problem, where);
  Place place = device.getPlace();
  checkComponent(device, where, "a reshape's source", source,
                 plan.getBox(place, plan.from), plan.from.rank);
  checkComponent(device, where, "a reshape's destination", destination,
                 plan.getBox(place, plan.to), plan.to.rank);
  device.flight.begin(FlightOp::Reshape, plan, where, toExtents, plan.to.rank);
  context.transport->reshape(device, plan, source, destination, where);
  device.flight.end();
}
