//===- ReshapePlan.h - Plans of reshapes ------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PLANS_RESHAPEPLAN_H
#define DTENSOR_RUNTIME_PLANS_RESHAPEPLAN_H

#include "Box.h"
#include "Plan.h"

namespace dtensor::runtime {

/// Elements of consecutive positions, in row-major order of the tensor, that
/// are consecutive in the component of one device before the reshape, and in
/// that of another device after it.
struct ReshapeRun {
  int64_t position;
  int64_t length;
  /// The other device.
  int64_t peer;
  /// The indices of the first element in this device's component, and in the
  /// peer's.
  int64_t own[kMaxRank];
  int64_t other[kMaxRank];
};

/// Moves the index of an element in a component of `extent` on by `count`
/// elements in row-major order.
inline void advance(int64_t rank, const int64_t *extent, int64_t *index,
                    int64_t count) {
  for (int64_t axis = rank; axis-- > 0 && count > 0;) {
    index[axis] += count;
    if (index[axis] < extent[axis])
      return;
    count = index[axis] / extent[axis];
    index[axis] %= extent[axis];
  }
}

/// The plan of dt_reshape.
class ReshapePlan : public Plan {
public:
  /// A tensor's shape and layout.
  struct Side {
    int64_t rank;
    const int64_t *extents;
    AxisDims axes[kMaxRank];
  };

  ReshapePlan(const Topology &topology, DtSite data, const int64_t *fromExtents,
              const int64_t *toExtents)
      : Plan(topology, data) {
    from.extents = fromExtents;
    to.extents = toExtents;
  }

  const char *decode();

  Box getBox(Place place, const Side &side) const {
    return getOwnedBox(topology, place, side.axes, side.rank, side.extents);
  }

  /// Calls `function(const ReshapeRun &)` for each run of the device's
  /// destination. Returns whether all holders are within the group.
  template <typename Function>
  bool forEachReceive(Place place, Function &&function) const {
    return forEachRun(place, to, from, group, function);
  }

  /// Calls `function(const ReshapeRun &)` for each run of the device's source
  /// that some peer needs. The device itself may be the peer.
  template <typename Function>
  void forEachSend(Place place, Function &&function) const {
    DimMask differing = group & fromSharded;
    DimMask replicas = differing & ~toSharded;
    int64_t numReplicas = topology.getGroupSize(replicas);
    forEachRun(place, from, to, differing, [&](ReshapeRun run) {
      int64_t first = run.peer;
      for (int64_t i = 0; i < numReplicas; ++i) {
        run.peer = topology.getMember(first, replicas, i);
        function(static_cast<const ReshapeRun &>(run));
      }
    });
  }

  Side from, to;

private:
  /// The elements of a component of `box` from `index` on that have consecutive
  /// positions: their number, and the outermost axis that they extend over (the
  /// rank for a single element).
  struct Stretch {
    int64_t length = 1;
    int64_t axis;

    Stretch(const Side &side, const int64_t *extent, const int64_t *index)
        : axis(side.rank) {
      int64_t before = 0, span = 1;
      while (axis > 0 &&
             (axis == side.rank || extent[axis] == side.extents[axis])) {
        --axis;
        length = (extent[axis] - index[axis]) * span - before;
        before += index[axis] * span;
        span *= extent[axis];
      }
    }
  };

  /// Visits the component of `own` side run by run. Peers differ along `varied`
  /// only. Returns whether they have all elements.
  template <typename Function>
  bool forEachRun(Place place, const Side &own, const Side &other,
                  DimMask varied, Function &&function) const;

  /// Finds the device that has a position, and the elements there.
  bool find(const Side &side, Place place, DimMask varied, int64_t position,
            int64_t &peer, int64_t *index, int64_t *extent) const;

  DimMask fromSharded = 0;
  DimMask toSharded = 0;
};

template <typename Function>
bool ReshapePlan::forEachRun(Place place, const Side &own, const Side &other,
                             DimMask varied, Function &&function) const {
  Box box = getBox(place, own);
  if (box.getNumElements(own.rank) == 0)
    return true;
  bool isComplete = true;
  int64_t index[kMaxRank] = {};
  const Stretch stretch(own, box.extent, index);
  ReshapeRun run;
  int64_t extent[kMaxRank];
  while (true) {
    int64_t position = 0, size = 1;
    for (int64_t axis = own.rank; axis-- > 0; size *= own.extents[axis])
      position += (box.offset[axis] + index[axis]) * size;
    std::copy_n(index, own.rank, run.own);
    for (int64_t rest = stretch.length; rest > 0;) {
      bool isFound =
          find(other, place, varied, position, run.peer, run.other, extent);
      run.position = position;
      run.length = std::min(rest, Stretch(other, extent, run.other).length);
      if (isFound)
        function(static_cast<const ReshapeRun &>(run));
      isComplete &= isFound;
      position += run.length;
      rest -= run.length;
      if (rest > 0)
        advance(own.rank, box.extent, run.own, run.length);
    }
    int64_t axis = stretch.axis - 1;
    for (; axis >= 0 && ++index[axis] == box.extent[axis]; --axis)
      index[axis] = 0;
    if (axis < 0)
      return isComplete;
  }
}

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PLANS_RESHAPEPLAN_H
