//===- Group.cpp - Which devices work together ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Group.h"
#include "Device.h"
#include "transport/Exchange.h"

#include <algorithm>
#include <map>

using namespace dtensor::runtime;

Group::Group() = default;
Group::~Group() = default;

GroupSet::GroupSet(const Topology &topology, const Deal &deal, DimMask dims)
    : dims(dims), numbers(deal.getNumLocal()) {
  DimMask otherDims = topology.getProperDims() & ~dims;
  // The groups in the order of their coordinates along the other dimensions.
  std::map<int64_t, int64_t> numberOf;
  for (int64_t i = 0; i < deal.getNumLocal(); ++i)
    numberOf.try_emplace(topology.getRank(deal.getDevice(i), otherDims), 0);
  groups = std::vector<Group>(numberOf.size());
  int64_t number = 0;
  for (auto &entry : numberOf)
    entry.second = number++;
  for (int64_t i = 0; i < deal.getNumLocal(); ++i) {
    numbers[i] = numberOf[topology.getRank(deal.getDevice(i), otherDims)];
    groups[numbers[i]].members.push_back(i);
  }
  for (Group &group : groups) {
    group.numMembers = group.members.size();
    std::sort(group.members.begin(), group.members.end(),
              [&](int64_t a, int64_t b) {
                return deal.getDevice(a) < deal.getDevice(b);
              });
  }
}

Group &GroupSet::getGroup(const DtDevice &device) {
  return groups[numbers[device.local]];
}

void GroupSet::reset() {
  for (Group &group : groups)
    group.barrier.reset();
}

GroupTable::GroupTable(const Topology &topology, const Deal &deal)
    : topology(topology), deal(deal),
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
  auto made = std::make_unique<GroupSet>(topology, deal, dims);
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
