//===- InProcessTake.cpp - Takes by loads and stores ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Context.h"
#include "../collectives/TakenElements.h"
#include "InProcess.h"

#include <cstring>

using namespace dtensor::runtime;

void InProcessTransport::take(DtDevice &device, const TakePlan &plan,
                              const DtMemRef &source, const DtMemRef &positions,
                              const DtMemRef &destination, const char *where) {
  enter(device, plan.group, {plan.data, &source, &destination},
        /*active=*/true, where);
  // The shard of the last position, which is often that of the next one.
  TakeShard shard;
  const DtMemRef *held = nullptr;
  forEachTaken(plan, positions, destination,
               [&](int64_t position, const int64_t *index, char *target) {
                 if (!shard.contains(position)) {
                   if (const char *problem =
                           plan.find(device.getPlace(), position, shard))
                     device.context->fail(device, problem, where);
                   held = reach(device, plan, shard.peer, where).source;
                 }
                 int64_t element = held->offset;
                 for (int64_t axis = 0; axis < plan.rank; ++axis)
                   element += (axis == plan.along ? position - shard.offset
                                                  : index[axis]) *
                              held->sizesAndStrides[plan.rank + axis];
                 std::memcpy(target,
                             static_cast<const char *>(held->aligned) +
                                 element * plan.elementSize,
                             plan.elementSize);
               });
  exit(device, plan.group, where);
}
