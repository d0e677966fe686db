//===- RoundGather.cpp - Gathers among many processes ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoundGather.h"
#include "../collectives/Strided.h"

using namespace dtensor::runtime;

/// About as many bytes take as long, with their further copies, as a message of
/// few bytes.
static constexpr int64_t kBytesOfMessage = 2 << 10;

RoundGather::RoundGather(MessageTransport &transport, DtDevice &device,
                         const CollectivePlan &plan, const DtMemRef &source,
                         const DtMemRef &destination, const char *where)
    : transport(transport), device(device), plan(plan), site(plan.site),
      source(source), destination(destination), where(where),
      round(transport, device, plan, where),
      grid(plan.topology, device.context->deal, plan.group, device.index),
      elementSize(plan.elementSize) {
  // That of the first coordinates is the largest one.
  int64_t first = plan.topology.getMember(device.index, plan.group, 0);
  int64_t coordinates[Topology::kMaxDims];
  slot = plan.getSourceBox(plan.topology.getPlace(first, coordinates))
             .getNumElements(site.rank) *
         elementSize;
  isUsed = choose();
}

bool RoundGather::choose() const {
  // All members get the same, and have different parts of it: those along the
  // minor dimensions of axes.
  if (plan.group == 0 || site.sharded != plan.group ||
      site.replicas != plan.group || !grid.hasBoxes())
    return false;
  for (int64_t axis = 0; axis < site.rank; ++axis) {
    const AxisDims &from = site.from[axis], &to = site.to[axis];
    if (from.count < to.count ||
        !std::equal(to.dims, to.dims + to.count, from.dims))
      return false;
    for (int64_t i = to.count; i < from.count; ++i)
      if (plan.topology.getSize(from.dims[i]) > 1 &&
          (plan.group & maskOf(from.dims[i])) == 0)
        return false;
  }
  // A round takes about as long as two of many messages at a time.
  int64_t numProcesses = grid.getNumProcesses();
  if (numProcesses < 2)
    return false;
  int64_t numRounds = 64 - __builtin_clzll(numProcesses - 1);
  return numProcesses * grid.getNumMembers() * slot <=
         kBytesOfMessage * (numProcesses - 2 * numRounds);
}

void RoundGather::run() {
  if (round.enter({plan.data, &source, &destination}))
    lead();
  // All parts are there.
  transport.exit(device, plan.group, where);
  finish();
  round.exit();
}

void RoundGather::lead() {
  // The parts of this process, then those of the next ones.
  int64_t numProcesses = grid.getNumProcesses(), own = grid.getOwnPlace();
  int64_t bytes = grid.getNumMembers() * slot;
  char *parts = round.reserve(std::max<int64_t>(numProcesses * bytes, 1));
  if (!parts)
    round.fail("out of memory");
  pack();
  for (int64_t have = 1, number = 0; have < numProcesses; have *= 2, ++number) {
    int64_t count = std::min(have, numProcesses - have) * bytes;
    MessageRound::Step step;
    step.to = grid.getProcess((own + numProcesses - have) % numProcesses);
    step.from = grid.getProcess((own + have) % numProcesses);
    step.data = parts;
    step.sent = step.received = count;
    step.into = parts + have * bytes;
    round.exchange(plan.extents, site.rank, number, step);
  }
}

void RoundGather::pack() {
  char *parts = round.reserve(0);
  for (int64_t i = 0; i < grid.getNumMembers(); ++i) {
    int64_t member = grid.getMember(grid.getOwnPlace(), i);
    int64_t coordinates[Topology::kMaxDims], packed[kMaxRank];
    Box box = plan.getSourceBox(plan.topology.getPlace(member, coordinates));
    if (box.getNumElements(site.rank) == 0)
      continue;
    getPackedStrides(site.rank, box.extent, packed);
    const DtMemRef &memref = *round.reach(member)->source;
    copyBox(elementSize, site.rank, box.extent,
            round.getPlace(box, box, memref, site.rank, elementSize),
            memref.sizesAndStrides + site.rank, parts + i * slot, packed);
  }
}

/// Makes the destination of this device from what the leader has.
void RoundGather::finish() {
  if (!round.isFirstSharer(site))
    return;
  const char *parts = round.reserve(0);
  Box whole = plan.getDestinationBox(device.getPlace());
  for (int64_t i = 0; i < grid.getNumProcesses(); ++i) {
    int64_t place = (grid.getOwnPlace() + i) % grid.getNumProcesses();
    for (int64_t j = 0; j < grid.getNumMembers(); ++j, parts += slot) {
      int64_t coordinates[Topology::kMaxDims], packed[kMaxRank];
      Box box = plan.getSourceBox(
          plan.topology.getPlace(grid.getMember(place, j), coordinates));
      if (box.getNumElements(site.rank) == 0)
        continue;
      getPackedStrides(site.rank, box.extent, packed);
      copyBox(elementSize, site.rank, box.extent, parts, packed,
              round.getPlace(box, whole, destination, site.rank, elementSize),
              destination.sizesAndStrides + site.rank);
    }
  }
}
