//===- MessageRound.cpp - A meeting of several processes ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MessageRound.h"
#include "../collectives/Strided.h"

using namespace dtensor::runtime;

bool MessageRound::enter(const Posting &posting) {
  // The exchange of this round cannot end before this device has come.
  seen = group.received.getState();
  transport.enter(device, plan.group, posting, /*active=*/true, where);
  return group.members.front() == device.local;
}

Schedule &MessageRound::start(const int64_t *numbers, int64_t count,
                              int64_t step, int64_t keySize) {
  if (!group.exchange)
    group.exchange = std::make_unique<Exchange>();
  MessageHeader call;
  call.identify(plan, numbers, count, step);
  Schedule &schedule = group.exchange->getSchedule(call, keySize);
  // Ops at several places may have equal calls.
  const char *place = where ? where : "";
  if (schedule.header.device < 0 || schedule.where != place) {
    schedule.header = call;
    schedule.header.device = device.index;
    schedule.header.describe(plan, numbers, count, where);
    schedule.where = place;
  }
  schedule.header.program = context.fingerprint;
  group.exchange->start(schedule.header);
  return schedule;
}

void MessageRound::finishPost() {
  device.where.store(where, std::memory_order_relaxed);
  transport.post(device, plan.group, group);
}

void MessageRound::wait() {
  if (!group.received.hasPassed(seen, std::memory_order_acquire)) {
    if (context.failed.load(std::memory_order_relaxed))
      device.worker->leave(device);
    device.where.store(where, std::memory_order_relaxed);
    device.dims.store(plan.group, std::memory_order_relaxed);
    device.awaitsMessages.store(true, std::memory_order_relaxed);
    device.worker->wait(device, group.received, seen);
    device.awaitsMessages.store(false, std::memory_order_relaxed);
  }
  // The worker has looked at the barrier without ordering, and the thread
  // sanitizer has not seen that `hasPassed` orders.
  group.received.getState();
  seen = Barrier::getNext(seen);
}

const char *MessageRound::getPart(const int64_t *key) const {
  int64_t part = group.receives->find(key);
  if (part < 0)
    fail("a part of a plan is not in the message that should have it");
  PartTable::Place place = group.receives->getPlace(part);
  return group.exchange->getReceived(place);
}

/// Whether the elements of a box lie together, in order.
static bool isTogether(int64_t rank, const int64_t *extents,
                       const int64_t *strides) {
  int64_t stride = 1;
  for (int64_t axis = rank; axis-- > 0; stride *= extents[axis])
    if (extents[axis] != 1 && strides[axis] != stride)
      return false;
  return true;
}

void MessageRound::packBox(PartTable::Place place, int64_t elementSize,
                           int64_t rank, const int64_t *extents,
                           const char *first, const int64_t *strides) const {
  if (place.isLarge && isTogether(rank, extents, strides)) {
    group.exchange->sendFrom(place, first);
    return;
  }
  int64_t packed[kMaxRank];
  getPackedStrides(rank, extents, packed);
  copyBox(elementSize, rank, extents, first, strides,
          group.exchange->getSent(place), packed);
}

void MessageRound::landBox(PartTable::Place place, int64_t rank,
                           const int64_t *extents, char *first,
                           const int64_t *strides) const {
  if (place.isLarge && isTogether(rank, extents, strides))
    group.exchange->receiveInto(place, first);
}

bool dtensor::runtime::isWithinProcess(DtDevice &device, DimMask dims,
                                       const char *where) {
  DtContext &context = *device.context;
  Group &group = context.getGroups(device, dims, where).getGroup(device);
  return group.numMembers == context.topology.getGroupSize(dims);
}
