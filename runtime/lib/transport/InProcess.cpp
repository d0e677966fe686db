//===- InProcess.cpp - Devices of one address space -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InProcess.h"
#include "../Context.h"

using namespace dtensor::runtime;

static bool meet(DtDevice &device, DimMask dims, bool vote, const char *where) {
  // Otherwise the last device to arrive would continue.
  if (device.context->failed.load(std::memory_order_relaxed))
    device.worker->leave(device);
  GroupSet &set = device.context->getGroups(device, dims, where);
  Group &group = set.getGroup(device);
  if (group.numMembers == 1)
    return vote;
  device.where.store(where, std::memory_order_relaxed);
  device.dims.store(set.getDims(), std::memory_order_relaxed);
  Barrier &barrier = group.barrier;
  Barrier::Arrival arrival = barrier.arrive(group.numMembers, vote);
  if (arrival.isLast)
    device.context->parking.notify();
  else
    device.worker->wait(device, barrier, arrival.seen);
  return barrier.getOutcome();
}

bool InProcessTransport::enter(DtDevice &device, DimMask dims,
                               const Posting &posting, bool active,
                               const char *where) {
  // All peers have left every earlier round by now, so none of them reads the
  // old posting.
  device.posting = posting;
  return meet(device, dims, active, where);
}

const Posting &InProcessTransport::reach(DtDevice &device, const Plan &plan,
                                         int64_t peer, const char *where) {
  const Posting &posting = device.context->getDevice(peer).posting;
  if (!plan.isAt(posting.site))
    device.context->fail(
        device, "devices of a group meet different collectives", where);
  return posting;
}

void InProcessTransport::exit(DtDevice &device, DimMask dims,
                              const char *where) {
  meet(device, dims, false, where);
}

void InProcessTransport::barrier(DtDevice &device, DimMask dims,
                                 const char *where) {
  // A peer that is in a collective instead finds no posting.
  device.posting = Posting();
  meet(device, dims, false, where);
}
