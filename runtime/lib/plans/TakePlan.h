//===- TakePlan.h - Plans of takes ------------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PLANS_TAKEPLAN_H
#define DTENSOR_RUNTIME_PLANS_TAKEPLAN_H

#include "Box.h"
#include "Plan.h"

namespace dtensor::runtime {

/// The positions of an axis that one device holds.
struct TakeShard {
  int64_t peer;
  int64_t offset = 0;
  int64_t extent = 0;

  bool contains(int64_t position) const {
    return position >= offset && position < offset + extent;
  }
};

/// The plan of dt_take. Positions are data, so only the device that takes knows
/// which elements it needs of whom. The plan tells who holds a position, and
/// who may ask. Without common memory a take is therefore two exchanges: one of
/// questions and one of answers.
class TakePlan : public Plan {
public:
  TakePlan(const Topology &topology, DtSite data, const int64_t *extents)
      : Plan(topology, data), extents(extents) {}

  const char *decode();

  /// The box that the device holds. The devices that it takes from hold the
  /// same positions of all axes but `along`.
  Box getSourceBox(Place place) const {
    return getOwnedBox(topology, place, from, rank, extents);
  }

  /// Finds the shard that contains `position`. Returns nullptr, or a
  /// description of the error.
  const char *find(Place place, int64_t position, TakeShard &shard) const;

  /// The mesh dimensions along which the device that holds an element differs
  /// from the one that takes it.
  DimMask getDifferingDims() const { return differing; }

  const int64_t *extents;
  int64_t rank;
  int64_t along;
  AxisDims from[kMaxRank];

private:
  DimMask differing = 0;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PLANS_TAKEPLAN_H
