//===- FetchSendWalk.h - The receivers of a fetch ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PLANS_FETCHSENDWALK_H
#define DTENSOR_RUNTIME_PLANS_FETCHSENDWALK_H

#include "FetchPlan.h"

#include <type_traits>

namespace dtensor::runtime {

/// Finds the devices whose destinations take elements of a shard of one source.
/// It chooses the part of one loop after the other, and leaves out the parts
/// for which no destination overlaps the positions that the shard goes to.
template <typename Function> class FetchSendWalk {
public:
  FetchSendWalk(const FetchPlan &plan, Place place, Function &function)
      : plan(plan), topology(plan.topology), place(place), function(function) {
    for (int64_t axis = 0; axis < plan.rank; ++axis)
      for (int64_t i = 0; i < plan.windows[axis][1]; ++i)
        read |= uint32_t(1) << plan.windows[axis][2 + 2 * i];
    for (int64_t loop = 0; loop < plan.numLoops; ++loop) {
      parts[loop] = {0, plan.loops[loop].extent};
      for (int64_t level = 0; level < plan.loops[loop].dims.count; ++level)
        if (isRead(loop))
          divided |= maskOf(plan.loops[loop].dims.dims[level]);
    }
  }

  void run(int64_t source, const FetchMove *moves) {
    piece.source = source;
    piece.moves = moves;
    piece.peer = place.device;
    // Holder and receiver differ along these dimensions.
    varied = 0;
    for (int64_t axis = 0; axis < plan.rank; ++axis) {
      const FetchMove &move = moves[axis];
      for (int64_t level = 0; level < move.dims.count; ++level)
        varied |= maskOf(move.dims.dims[level]);
      int64_t extent = move.extent;
      getOwnedPart(topology, place, move.dims, piece.from[axis], extent);
      held[axis] = {piece.from[axis], piece.from[axis] + extent};
      Range steps = intersect({0, move.count},
                              getSteps(move.start, move.stride, held[axis]));
      if (steps.begin >= steps.end)
        return;
      int64_t first = move.destStart + move.destStride * steps.begin;
      int64_t last = move.destStart + move.destStride * (steps.end - 1);
      wanted[axis] = {std::min(first, last), std::max(first, last) + 1};
    }
    varied &= plan.group;
    chooseLoop(0);
  }

private:
  bool isRead(int64_t loop) const { return read >> loop & 1; }

  void chooseLoop(int64_t loop) {
    while (loop < plan.numLoops && !isRead(loop))
      ++loop;
    if (loop == plan.numLoops)
      return send();
    Range all = parts[loop];
    if (all.begin < all.end)
      choosePart(loop, 0, all, getUseful(loop));
    parts[loop] = all;
  }

  /// Parts of the loop are useful only if they begin before the end of this
  /// range and end after its begin. Loops that are not chosen yet are whole.
  Range getUseful(int64_t loop) const {
    Range useful = parts[loop];
    for (int64_t axis = 0; axis < plan.rank; ++axis) {
      DtSite window = plan.windows[axis];
      int64_t stride = 0;
      for (int64_t i = 0; i < window[1]; ++i)
        if (window[2 + 2 * i] == loop)
          stride += window[3 + 2 * i];
      if (stride == 0)
        continue;
      Range others = plan.getHull(axis, parts);
      if (others.begin == others.end)
        return {0, 0};
      others.begin -= stride * parts[loop].begin;
      others.end -= stride * (parts[loop].end - 1);
      useful = {std::max(useful.begin,
                         divideUp(wanted[axis].begin - others.end + 1, stride)),
                std::min(useful.end,
                         divideUp(wanted[axis].end - others.begin, stride))};
    }
    return useful;
  }

  /// Divides `part` of a loop along the mesh dimensions from `level` on.
  void choosePart(int64_t loop, int64_t level, Range part, Range useful) {
    if (part.begin >= useful.end || part.end <= useful.begin)
      return;
    AxisDims dims = plan.loops[loop].dims;
    if (level == dims.count) {
      parts[loop] = part;
      return chooseLoop(loop + 1);
    }
    int64_t dim = dims.dims[level];
    int64_t count = topology.getSize(dim);
    int64_t extent = part.end - part.begin;
    int64_t size = (extent + count - 1) / count;
    int64_t own = place.coordinates[dim];
    int64_t first = own;
    int64_t last = own;
    if (varied & maskOf(dim)) {
      first = std::max<int64_t>(useful.begin - part.begin, 0) / size;
      last = std::min(useful.end - part.begin - 1, extent - 1) / size;
    }
    int64_t unchanged = piece.peer;
    for (int64_t coordinate = first; coordinate <= last; ++coordinate) {
      int64_t offset, chunk;
      dt_chunk(extent, count, coordinate, &offset, &chunk);
      if (chunk == 0)
        continue;
      piece.peer = unchanged + (coordinate - own) * topology.getStride(dim);
      choosePart(loop, level + 1,
                 {part.begin + offset, part.begin + offset + chunk}, useful);
    }
    piece.peer = unchanged;
  }

  /// Sends to the devices that have the chosen parts of the loops.
  void send() {
    for (int64_t axis = 0; axis < plan.rank; ++axis) {
      Range hull = plan.getHull(axis, parts);
      piece.to[axis] = hull.begin;
      piece.steps[axis] = piece.moves[axis].getSteps(held[axis], hull);
      if (piece.steps[axis].begin >= piece.steps[axis].end)
        return;
    }
    DimMask replicas = varied & ~divided;
    int64_t numReplicas = topology.getGroupSize(replicas);
    int64_t first = piece.peer;
    for (int64_t i = 0; i < numReplicas; ++i) {
      piece.peer = topology.getMember(first, replicas, i);
      if (!plan.fromPeersOnly || piece.peer != place.device)
        function(static_cast<const FetchPiece &>(piece));
    }
    piece.peer = first;
  }

  const FetchPlan &plan;
  const Topology &topology;
  Place place;
  Function &function;
  /// The loops that windows read, one bit each, and the mesh dimensions that
  /// divide them.
  uint32_t read = 0;
  DimMask divided = 0;
  DimMask varied = 0;
  /// The shard's positions, and the destination's positions that they go to.
  Range held[kMaxRank];
  Range wanted[kMaxRank];
  Range parts[kMaxRank];
  FetchPiece piece;
};

template <typename Function>
void FetchPlan::forEachSend(Place place, Function &&function) const {
  FetchSendWalk<std::remove_reference_t<Function>> walk(*this, place, function);
  forEachSource(
      [&](int64_t source, const FetchMove *moves) { walk.run(source, moves); });
}

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PLANS_FETCHSENDWALK_H
