//===- Group.cpp - Which devices work together ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Group.h"

#include <cassert>

using namespace dtensor::runtime;

GroupSet::GroupSet(const Topology &topology, DimMask dims)
    : topology(topology), dims(dims),
      otherDims(topology.getProperDims() & ~dims),
      groupSize(topology.getGroupSize(dims)),
      groups(topology.getNumDevices() / groupSize) {}

Group &GroupSet::getGroup(int64_t device) {
  size_t index = otherDims == 0 ? 0 : topology.getRank(device, otherDims);
  assert(index < groups.size() && "a device of another mesh");
  return groups[index];
}

void GroupSet::reset() {
  for (Group &group : groups)
    group.barrier.reset();
}

GroupTable::GroupTable(const Topology &topology)
    : topology(topology),
      sets(size_t(1) << __builtin_popcountll(topology.getProperDims())) {}

GroupTable::~GroupTable() {
  for (std::atomic<GroupSet *> &set : sets)
    delete set.load(std::memory_order_relaxed);
}

GroupSet &GroupTable::get(DimMask dims) {
  dims &= topology.getProperDims();
  size_t index = 0;
  size_t bit = 1;
  forEachDim(topology.getProperDims(), [&](int64_t dim) {
    if (dims & maskOf(dim))
      index |= bit;
    bit <<= 1;
  });
  std::atomic<GroupSet *> &entry = sets[index];
  if (GroupSet *set = entry.load(std::memory_order_acquire))
    return *set;
  auto made = std::make_unique<GroupSet>(topology, dims);
  GroupSet *other = nullptr;
  if (entry.compare_exchange_strong(other, made.get(),
                                    std::memory_order_acq_rel))
    return *made.release();
  return *other;
}

void GroupTable::reset() {
  for (std::atomic<GroupSet *> &entry : sets)
    if (GroupSet *set = entry.load(std::memory_order_relaxed))
      set->reset();
}
