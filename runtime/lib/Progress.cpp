//===- Progress.cpp - Finds devices that wait for ever --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"

#include <sstream>

using namespace dtensor::runtime;

/// The largest number of waiting devices that are described.
static constexpr int64_t kMaxDescribed = 8;

bool DtContext::isDeadlock() const {
  for (const std::unique_ptr<Worker> &worker : workers)
    if (!worker->hasStarted(getCall()))
      return false;
  return areStuckForGood(deal.getNumLocal(), [&](int64_t i) -> const Waiting & {
    return devices[i].waiting;
  });
}

static std::string formatSeconds(double seconds) {
  char text[32];
  snprintf(text, sizeof(text), "%.1f", seconds);
  return text;
}

static const char *getWhere(const DtDevice &device) {
  const char *where = device.where.load(std::memory_order_relaxed);
  return where && *where ? where : "an unknown place";
}

/// `device 1 waits at "b" for device 0 (at "a"), device 2 (ended)`.
static void describeWait(std::ostream &os, const DtContext &context,
                         const DtDevice &device) {
  const Barrier *barrier = device.waiting.getBarrier();
  DimMask dims = device.dims.load(std::memory_order_relaxed);
  os << "device " << device.index << " waits at " << getWhere(device) << " for";
  int64_t numMissing = 0;
  for (int64_t rank = 0; rank < context.topology.getGroupSize(dims); ++rank) {
    int64_t member = context.topology.getMember(device.index, dims, rank);
    int64_t local = context.deal.getLocal(member);
    if (local < 0) {
      if (device.awaitsMessages.load(std::memory_order_relaxed) &&
          ++numMissing <= kMaxDescribed)
        os << (numMissing > 1 ? ", device " : " device ") << member
           << " (of process " << context.deal.getProcess(member) << ")";
      continue;
    }
    const DtDevice &peer = context.devices[local];
    bool waits = peer.waiting.waits();
    if (waits && peer.waiting.getBarrier() == barrier)
      continue;
    if (++numMissing > kMaxDescribed)
      continue;
    os << (numMissing > 1 ? ", device " : " device ") << peer.index;
    if (peer.waiting.hasFinished())
      os << " (has ended)";
    else if (waits)
      os << " (waits at " << getWhere(peer) << ")";
    else
      os << " (runs)";
  }
  if (numMissing > kMaxDescribed)
    os << " and " << numMissing - kMaxDescribed << " more";
}

/// Such as ` in its all_reduce 12 for 60.1 s`.
static void describeCollective(std::ostream &os, const DtDevice &device) {
  FlightRecord last = device.flight.readLast();
  if (last.number != 0 && !last.hasEnded)
    os << " in its " << last.describe();
  os << " for " << formatSeconds(device.worker->getIdleSeconds()) << " s";
}

static void describeWaits(std::ostream &os, const DtContext &context,
                          bool isLate) {
  int64_t numWaiting = 0;
  for (int64_t i = 0; i < context.deal.getNumLocal(); ++i) {
    const DtDevice &device = context.devices[i];
    if (!device.waiting.waits() || !device.waiting.isStuck())
      continue;
    if (++numWaiting > kMaxDescribed)
      continue;
    os << (numWaiting > 1 ? "; " : ": ");
    describeWait(os, context, device);
    if (isLate)
      describeCollective(os, device);
  }
  if (numWaiting > kMaxDescribed)
    os << "; and " << numWaiting - kMaxDescribed << " more devices wait";
}

void DtContext::checkProgress(double seconds) {
  constexpr double kSearchSeconds = 0.2;
  if (seconds > kSearchSeconds)
    transport->searchDeadlock(*this);
  double limit = watchdogSeconds.load(std::memory_order_relaxed);
  bool late = limit > 0 && seconds > limit;
  // A message may let a device go on.
  uint64_t before, after;
  bool deadlock = transport->isStill(before) && isDeadlock() &&
                  transport->isStill(after) && before == after;
  if (!late && !deadlock)
    return;
  std::ostringstream os;
  if (deadlock)
    os << "deadlock";
  else
    os << kWatchdog << formatSeconds(seconds) << " seconds";
  describeWaits(os, *this, /*isLate=*/!deadlock);
  if (!deadlock)
    os << transport->describeSilences();
  setError(os.str());
}

std::string DtContext::describeOwnWaits() const {
  std::ostringstream os;
  describeWaits(os, *this, /*isLate=*/true);
  std::string waits = os.str();
  return waits.empty()
             ? ""
             : "; in process " + std::to_string(deal.getOwn()) + waits;
}
