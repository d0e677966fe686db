//===- Group.h - Which devices work together --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_GROUP_H
#define DTENSOR_RUNTIME_GROUP_H

#include "Arena.h"
#include "Barrier.h"
#include "Deal.h"
#include "Topology.h"

#include <atomic>
#include <compare>
#include <memory>
#include <vector>

struct DtDevice;

namespace dtensor::runtime {

class Exchange;
class PartTable;

/// How far a group has come in its exchanges: the round, counted from 1, and
/// the step of this round, which is the same for sender and receiver.
struct ExchangePosition {
  uint64_t round = 0;
  uint64_t step = 0;
  auto operator<=>(const ExchangePosition &) const = default;
};

/// Devices whose coordinates agree along all mesh dimensions but those of the
/// group, as far as they are of this process.
struct Group {
  Group();
  Group(Group &&) = delete;
  ~Group();

  Barrier barrier;
  SharedArena arena;
  int64_t numMembers = 0;
  /// The numbers of the members in this process, in the order of the mesh.
  std::vector<int64_t> members;

  /// The messages to and from members in other processes, the barrier that is
  /// passed when they have come, and the parts of those that come. There are
  /// none before the first exchange.
  Barrier received;
  std::unique_ptr<Exchange> exchange;
  const PartTable *receives = nullptr;
  /// The exchange that was posted last. The mutex of the processes guards it.
  ExchangePosition posted;
  /// What the leader of a round makes for the members.
  Arena results;
};

/// All groups that one set of mesh dimensions spans and that have members in
/// this process.
class GroupSet {
public:
  GroupSet(const Topology &topology, const Deal &deal, DimMask dims);

  DimMask getDims() const { return dims; }
  Group &getGroup(const DtDevice &device);
  void reset();

private:
  DimMask dims;
  /// The group of each device of this process.
  std::vector<int64_t> numbers;
  std::vector<Group> groups;
};

/// The group sets of a mesh. Each is made at its first use.
class GroupTable {
public:
  GroupTable(const Topology &topology, const Deal &deal);
  ~GroupTable();

  /// Throws std::bad_alloc.
  GroupSet &get(DimMask dims);
  void reset();

private:
  const Topology &topology;
  const Deal &deal;
  /// One entry for each subset of the dimensions of more than one device. There
  /// are fewer of these than devices.
  std::vector<std::atomic<GroupSet *>> sets;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_GROUP_H
