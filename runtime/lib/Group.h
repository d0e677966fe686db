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
#include "Topology.h"

#include <atomic>
#include <memory>
#include <vector>

namespace dtensor::runtime {

/// Devices whose coordinates agree along all mesh dimensions but those of the
/// group.
struct Group {
  Barrier barrier;
  SharedArena arena;
};

/// All groups that one set of mesh dimensions spans.
class GroupSet {
public:
  GroupSet(const Topology &topology, DimMask dims);

  DimMask getDims() const { return dims; }
  int64_t getGroupSize() const { return groupSize; }
  /// The group of `device`, computed by arithmetic.
  Group &getGroup(int64_t device);
  void reset();

private:
  const Topology &topology;
  DimMask dims;
  DimMask otherDims;
  int64_t groupSize;
  std::vector<Group> groups;
};

/// The group sets of a mesh. Each is made at its first use.
class GroupTable {
public:
  explicit GroupTable(const Topology &topology);
  ~GroupTable();

  /// Throws std::bad_alloc.
  GroupSet &get(DimMask dims);
  void reset();

private:
  const Topology &topology;
  /// One entry for each subset of the dimensions of more than one device. There
  /// are fewer of these than devices.
  std::vector<std::atomic<GroupSet *>> sets;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_GROUP_H
