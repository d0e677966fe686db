//===- MessageRound.cpp - A meeting of several processes ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MessageRound.h"
#include "../collectives/CopyBytes.h"
#include "../collectives/Strided.h"

using namespace dtensor::runtime;

bool MessageRound::enter(const Posting &posting) {
  // The exchange of this round cannot end before this device has come.
  seen = group.received.getState();
  if (group.numMembers == 1) {
    leaveIfFailed();
    device.posting = posting;
    return true;
  }
  transport.enter(device, plan.group, posting, /*active=*/true, where);
  return leads();
}

bool MessageRound::enter(Posting posting, int64_t rank, const int64_t *numbers,
                         int64_t count, int64_t step) {
  PlanCall call{plan, numbers, count, step, where};
  try {
    moves = &device.moves.get(call);
    posting.knowsMoves = moves->areOf(call, posting, rank);
  } catch (const std::bad_alloc &) {
    moves = nullptr;
  }
  bool leads = enter(posting);
  if (!moves)
    return leads;
  bool doAllKnow = true;
  forEachMember([&](const DtDevice &member) {
    doAllKnow &= reach(member.index)->knowsMoves;
  });
  if (doAllKnow) {
    isKnown = moves->haveAll();
    if (!isKnown)
      moves = nullptr;
    return leads;
  }
  try {
    moves->start(call, posting, rank);
  } catch (const std::bad_alloc &) {
    moves->giveUp();
  }
  return leads;
}

Schedule &MessageRound::start(const int64_t *numbers, int64_t count,
                              int64_t step, int64_t keySize) {
  if (!group.exchange)
    group.exchange = std::make_unique<Exchange>(transport.getEagerBytes());
  Schedule &schedule = group.exchange->getSchedules().get(
      {plan, numbers, count, step, where}, device, keySize);
  schedule.header.program = context.fingerprint;
  group.exchange->start(schedule, /*isFurther=*/hasPosted, step);
  hasPosted = true;
  return schedule;
}

void MessageRound::finishPost() {
  device.where.store(where, std::memory_order_relaxed);
  device.dims.store(plan.group, std::memory_order_relaxed);
  transport.post(device, plan.group, group);
}

/// The number of looks for messages, some microseconds, after which a device
/// gives up its thread even if no other one can run meanwhile.
static constexpr int kPollsAlone = 32;

void MessageRound::wait() {
  auto hasPassed = [&] {
    return group.received.hasPassed(seen, std::memory_order_acquire);
  };
  // A small message comes soon.
  if (context.deal.getNumLocal() == 1)
    for (int i = 0; i < kPollsAlone && !hasPassed(); ++i)
      transport.poll();
  if (!hasPassed()) {
    leaveIfFailed();
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

const char *MessageRound::exchange(const int64_t *numbers, int64_t count,
                                   int64_t number, const Step &step) {
  bool isLarge = step.received >= PartTable::kLargeBytes;
  postMessages(
      numbers, count, number, /*keySize=*/1,
      [&](Exchange &exchange, Schedule &) {
        if (step.from >= 0) {
          exchange.addReceive(PartTable::getMessage(step.from, step.received));
          if (isLarge && step.into)
            exchange.receiveInto({0, 0, /*isLarge=*/true}, step.into);
        }
        if (step.to < 0)
          return true;
        if (!exchange.addSend(PartTable::getMessage(step.to, step.sent)))
          return false;
        if (step.sent >= PartTable::kLargeBytes)
          exchange.sendFrom({0, 0, /*isLarge=*/true}, step.data);
        else
          std::memcpy(exchange.getSent(0), step.data, step.sent);
        return true;
      });
  wait();
  if (step.from < 0)
    return nullptr;
  const char *found = group.exchange->getReceived({0, 0, isLarge});
  if (step.into && step.into != found)
    std::memcpy(step.into, found, step.received);
  return found;
}

bool MessageRound::isFirstSharer(const Site &site) const {
  if (!site.shared)
    return true;
  DimMask others = plan.topology.getProperDims() & ~site.replicas;
  int64_t own = plan.topology.getRank(device.index, others);
  int64_t first = -1;
  forEachMember([&](const DtDevice &member) {
    if (first < 0 && plan.topology.getRank(member.index, others) == own)
      first = member.index;
  });
  return first == device.index;
}

void MessageRound::exit() {
  if (group.numMembers == 1)
    return leaveIfFailed();
  transport.exit(device, plan.group, where);
}

void MessageRound::leaveIfFailed() const {
  if (context.failed.load(std::memory_order_relaxed))
    device.worker->leave(device);
}

PartTable::Place MessageRound::find(const int64_t *key) const {
  int64_t part = group.receives->find(key);
  if (part < 0)
    fail("a part of a plan is not in the message that should have it");
  return group.receives->getPlace(part);
}

const char *MessageRound::getPart(const int64_t *key) const {
  return group.exchange->getReceived(find(key));
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

template <typename Move> void MessageRound::keep(const Move &move) const {
  if (!moves)
    return;
  try {
    moves->add(move);
  } catch (const std::bad_alloc &) {
    moves->giveUp();
  }
}

void MessageRound::giveUpMoves() const {
  if (moves)
    moves->giveUp();
}

void MessageRound::packBox(PartTable::Place place, int64_t rank,
                           const int64_t *extents, const Elements &from) const {
  bool together = isTogether(rank, extents, from.strides);
  if (together)
    keep(Moves::Send{
        {from.device->local, from.first - getSource(from.device->local)},
        countBytes(rank, extents),
        place});
  else
    giveUpMoves();
  if (together && place.isLarge)
    return group.exchange->sendFrom(place, from.first);
  int64_t packed[kMaxRank];
  getPackedStrides(rank, extents, packed);
  copyBox(plan.elementSize, rank, extents, from.first, from.strides,
          group.exchange->getSent(place), packed);
}

void MessageRound::landBox(PartTable::Place place, int64_t rank,
                           const int64_t *extents, const Elements &to) const {
  if (!place.isLarge || !isTogether(rank, extents, to.strides))
    return;
  int64_t local = to.device->local;
  keep(Moves::Landing{place, {local, to.first - getDestination(local)}});
  group.exchange->receiveInto(place, to.first);
}

void MessageRound::copyBoxWithin(int64_t rank, const int64_t *extents,
                                 const Elements &from,
                                 const Elements &to) const {
  if (isTogether(rank, extents, from.strides) &&
      isTogether(rank, extents, to.strides)) {
    int64_t local = from.device->local;
    keep(Moves::Copy{{local, from.first - getSource(local)},
                     to.first - getDestination(device.local),
                     countBytes(rank, extents)});
  } else {
    giveUpMoves();
  }
  // It may be in place already.
  copyBox(plan.elementSize, rank, extents, from.first, from.strides, to.first,
          to.strides);
}

void MessageRound::copyPart(const int64_t *key, int64_t rank,
                            const int64_t *extents, const Elements &to) const {
  PartTable::Place place = find(key);
  if (isTogether(rank, extents, to.strides))
    keep(Moves::Arrival{place, to.first - getDestination(device.local),
                        countBytes(rank, extents)});
  else
    giveUpMoves();
  // A large part comes where it is needed.
  int64_t packed[kMaxRank];
  getPackedStrides(rank, extents, packed);
  copyBox(plan.elementSize, rank, extents, group.exchange->getReceived(place),
          packed, to.first, to.strides);
}

void MessageRound::sendKnown() const {
  Exchange &exchange = *group.exchange;
  for (const Moves::Send &send : moves->getSends()) {
    const char *from = getSource(send.from.local) + send.from.offset;
    if (send.place.isLarge)
      exchange.sendFrom(send.place, from);
    else
      copyBytes(exchange.getSent(send.place), from, send.bytes);
  }
  for (const Moves::Landing &landing : moves->getLandings())
    exchange.receiveInto(landing.place,
                         getDestination(landing.to.local) + landing.to.offset);
}

void MessageRound::copyWithin() const {
  char *destination = getDestination(device.local);
  for (const Moves::Copy &copy : moves->getCopies()) {
    const char *from = getSource(copy.from.local) + copy.from.offset;
    if (from != destination + copy.to)
      copyTogether(destination + copy.to, from, copy.bytes);
  }
}

void MessageRound::copyArrivals() const {
  char *destination = getDestination(device.local);
  for (const Moves::Arrival &arrival : moves->getArrivals()) {
    const char *from = group.exchange->getReceived(arrival.place);
    if (from != destination + arrival.to)
      copyTogether(destination + arrival.to, from, arrival.bytes);
  }
}

bool dtensor::runtime::isWithinProcess(DtDevice &device, DimMask dims,
                                       const char *where) {
  DtContext &context = *device.context;
  Group &group = context.getGroups(device, dims, where).getGroup(device);
  return group.numMembers == context.topology.getGroupSize(dims);
}
