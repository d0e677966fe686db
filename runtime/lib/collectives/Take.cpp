//===- Take.cpp - Elements from any device along an axis ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Take.h"
#include "../Context.h"
#include "Component.h"

using namespace dtensor::runtime;

void dtensor::runtime::runTake(DtDevice &device, DtSite site, const char *where,
                               const DtMemRef &source,
                               const DtMemRef &positions,
                               const DtMemRef &destination,
                               const int64_t *extents) {
  DtContext &context = *device.context;
  TakePlan plan(context.topology, site, extents);
  if (const char *problem = plan.decode())
    context.fail(device, problem, where);
  Box box = plan.getSourceBox(device.getPlace());
  checkComponent(device, where, "a take's source", source, box, plan.rank);
  box.extent[plan.along] = destination.sizesAndStrides[plan.along];
  checkComponent(device, where, "a take's destination", destination, box,
                 plan.rank);
  checkComponent(device, where, "a take's positions", positions, box,
                 plan.rank);
  device.flight.begin(FlightOp::Take, plan, where, extents, plan.rank);
  context.transport->take(device, plan, source, positions, destination, where);
  device.flight.end();
}
