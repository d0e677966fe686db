//===- Crossing.cpp - Processes in different exchanges --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Groups over different mesh dimensions have messages of their own, so no
// header tells that two devices have come to different groups, such as those
// over x and over x and y. Each would wait for the other one. A process looks
// for that when it has waited for a while.

#include "../Context.h"
#include "Exchange.h"
#include "Messages.h"

#include <algorithm>
#include <chrono>
#include <sched.h>

using namespace dtensor::runtime;

/// Meshes with more dimensions, of which there are many subsets, are left to
/// the watchdog.
static constexpr int64_t kMaxDims = 8;

/// The time between two looks.
static constexpr std::chrono::milliseconds kLook{100};

/// Whether a process runs a device of a group.
static bool runsMember(const DtContext &context, int64_t process,
                       const DtDevice &device, DimMask dims) {
  const Topology &topology = context.topology;
  for (int64_t rank = 0; rank < topology.getGroupSize(dims); ++rank)
    if (context.deal.getProcess(topology.getMember(device.index, dims, rank)) ==
        process)
      return true;
  return false;
}

MessageTransport::Crossing MessageTransport::findCrossing(DtContext &context) {
  DimMask proper = context.topology.getProperDims();
  for (int64_t i = 0; i < context.deal.getNumLocal(); ++i) {
    const DtDevice &device = context.devices[i];
    if (!device.awaitsMessages.load(std::memory_order_acquire))
      continue;
    DimMask dims = device.dims.load(std::memory_order_relaxed);
    Group &group = context.groups.get(dims).getGroup(device);
    if (std::find(active.begin(), active.end(), &group) == active.end())
      continue;
    for (int64_t process : group.exchange->getAwaited())
      for (DimMask other = proper; other != 0; other = (other - 1) & proper)
        // A device of the process that is in both groups has come to the other
        // one, where it waits for this device.
        if (other != dims && (other & dims) != 0 &&
            runsMember(context, process, device, other & dims) &&
            processes->getWire().probe(process, getTag(device, other)))
          return {&device, &group, process, other};
  }
  return {};
}

std::string MessageTransport::describe(const Crossing &crossing) {
  // After this error nothing else can be done with the message.
  Wire &wire = processes->getWire();
  constexpr int64_t kMaxBytes = 1 << 20;
  constexpr int kLooks = 10000;
  std::vector<char> message(kMaxBytes);
  Transfer transfer;
  wire.receive(crossing.process, getTag(*crossing.device, crossing.dims),
               message.data(), kMaxBytes, transfer);
  for (int look = 0; look < kLooks && !wire.test(transfer); ++look)
    sched_yield();
  if (!transfer.isDone) {
    wire.cancel(transfer);
    return "process " + std::to_string(crossing.process) +
           " is in an exchange over other mesh dimensions";
  }
  // This process may have been in that other group before.
  const Exchange &exchange = *crossing.group->exchange;
  const DtDevice &device = *crossing.device;
  Group &other = device.context->groups.get(crossing.dims).getGroup(device);
  return exchange.findDifference(
      message.data(), transfer.bytes, crossing.process,
      (other.exchange ? *other.exchange : exchange).getSchedules());
}

void MessageTransport::checkCrossing(DtContext &context) {
  if (numActive.load(std::memory_order_acquire) == 0 ||
      __builtin_popcountll(context.topology.getProperDims()) > kMaxDims)
    return;
  std::string problem;
  Crossing crossing;
  {
    std::lock_guard<std::mutex> lock(processes->mutex);
    auto now = std::chrono::steady_clock::now();
    if (now - lastLook < kLook)
      return;
    lastLook = now;
    crossing = findCrossing(context);
    // What has come is seen by the second look.
    bool isSecond = crossing.device && crossing == lastCrossing;
    lastCrossing = crossing;
    if (!isSecond)
      return;
    problem = describe(crossing);
  }
  context.report(*crossing.device, problem.c_str(),
                 crossing.device->where.load(std::memory_order_relaxed));
}
