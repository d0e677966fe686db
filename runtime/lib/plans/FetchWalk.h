//===- FetchWalk.h - The holders of what a fetch brings ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PLANS_FETCHWALK_H
#define DTENSOR_RUNTIME_PLANS_FETCHWALK_H

#include "FetchPlan.h"

#include <type_traits>

namespace dtensor::runtime {

/// Finds, by arithmetic, the shards of one source that hold what a device
/// needs.
template <typename Function> class FetchWalk {
public:
  FetchWalk(const FetchPlan &plan, Place place, const Box &destination,
            Function &function)
      : plan(plan), place(place), destination(destination), function(function) {
    for (int64_t axis = 0; axis < plan.rank; ++axis)
      piece.to[axis] = destination.offset[axis];
  }

  /// Returns whether all holders are within the group.
  bool run(int64_t source, const FetchMove *moves) {
    piece.source = source;
    piece.moves = moves;
    piece.peer = place.device;
    isComplete = true;
    bool isWanted = true;
    for (int64_t axis = 0; axis < plan.rank; ++axis) {
      int64_t begin = destination.offset[axis];
      piece.steps[axis] = moves[axis].getSteps(
          {0, moves[axis].extent}, {begin, begin + destination.extent[axis]});
      isWanted &= piece.steps[axis].begin < piece.steps[axis].end;
    }
    if (isWanted)
      walkAxis(0);
    return isComplete;
  }

private:
  void walkAxis(int64_t axis) {
    if (axis == plan.rank) {
      if (!plan.fromPeersOnly || piece.peer != place.device)
        function(static_cast<const FetchPiece &>(piece));
      return;
    }
    visitShards(axis, 0, 0, piece.moves[axis].extent);
  }

  /// Divides [offset, offset + extent) of an axis along the mesh dimensions
  /// from `level` on, and continues with the next axis for each shard that is
  /// needed.
  void visitShards(int64_t axis, int64_t level, int64_t offset,
                   int64_t extent) {
    const FetchMove &move = piece.moves[axis];
    Range wanted = piece.steps[axis];
    Range here = intersect(
        wanted, getSteps(move.start, move.stride, {offset, offset + extent}));
    if (here.begin >= here.end)
      return;
    if (level == move.dims.count) {
      piece.steps[axis] = here;
      piece.from[axis] = offset;
      walkAxis(axis + 1);
      piece.steps[axis] = wanted;
      return;
    }
    int64_t dim = move.dims.dims[level];
    int64_t count = plan.topology.getSize(dim);
    int64_t size = (extent + count - 1) / count;
    int64_t first = move.start + move.stride * here.begin - offset;
    int64_t last = move.start + move.stride * (here.end - 1) - offset;
    if (move.stride < 0)
      std::swap(first, last);
    int64_t own = place.coordinates[dim];
    int64_t unchanged = piece.peer;
    for (int64_t coordinate = first / size; coordinate <= last / size;
         ++coordinate) {
      if (coordinate != own && !(plan.group & maskOf(dim))) {
        isComplete = false;
        continue;
      }
      int64_t chunkOffset, chunkExtent;
      dt_chunk(extent, count, coordinate, &chunkOffset, &chunkExtent);
      piece.peer =
          unchanged + (coordinate - own) * plan.topology.getStride(dim);
      visitShards(axis, level + 1, offset + chunkOffset, chunkExtent);
    }
    piece.peer = unchanged;
  }

  const FetchPlan &plan;
  Place place;
  const Box &destination;
  Function &function;
  bool isComplete;
  FetchPiece piece;
};

template <typename Function>
bool FetchPlan::forEachReceive(Place place, Function &&function) const {
  Box destination = getDestinationBox(place);
  bool isComplete = true;
  FetchWalk<std::remove_reference_t<Function>> walk(*this, place, destination,
                                                    function);
  forEachSource([&](int64_t source, const FetchMove *moves) {
    isComplete &= walk.run(source, moves);
  });
  return isComplete;
}

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PLANS_FETCHWALK_H
