//===- ShardWalk.h - The peers that hold parts of a box ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PLANS_SHARDWALK_H
#define DTENSOR_RUNTIME_PLANS_SHARDWALK_H

#include "Box.h"

namespace dtensor::runtime {

/// The part of a wanted box that one peer holds.
struct Piece {
  Box box;
  /// The start of the peer's component.
  int64_t peerOffset[kMaxRank];
  /// The peer. It is the device whose coordinates differ from those of the
  /// asking device only along the mesh dimensions that the walk varied.
  int64_t peer;
};

/// Finds, by arithmetic, the peers that hold parts of `wanted` of a tensor of
/// `extents`, which `axes` shards. Peers differ from the device at `place` only
/// along those mesh dimensions in `varied` that shard axes. Pieces are visited
/// in the order of their place.
class ShardWalk {
public:
  ShardWalk(const Topology &topology, Place place, int64_t rank,
            const AxisDims *axes, const int64_t *extents, const Box &wanted,
            DimMask varied)
      : topology(topology), coordinates(place.coordinates), rank(rank),
        axes(axes), extents(extents), wanted(wanted), varied(varied) {
    piece.peer = place.device;
  }

  /// Calls `function(const Piece &)` for each piece that is not empty.
  template <typename Function> void run(Function &&function) {
    walkAxis(0, function);
  }

private:
  template <typename Function> void walkAxis(int64_t axis, Function &function) {
    if (axis == rank)
      return function(static_cast<const Piece &>(piece));
    cut(axis, 0, 0, extents[axis], function);
  }

  /// Divides [offset, offset + extent) of an axis along the mesh dimensions
  /// from `level` on.
  template <typename Function>
  void cut(int64_t axis, int64_t level, int64_t offset, int64_t extent,
           Function &function) {
    int64_t begin = wanted.offset[axis];
    int64_t end = begin + wanted.extent[axis];
    if (level == axes[axis].count) {
      begin = begin < offset ? offset : begin;
      end = end > offset + extent ? offset + extent : end;
      if (begin >= end)
        return;
      piece.box.offset[axis] = begin;
      piece.box.extent[axis] = end - begin;
      piece.peerOffset[axis] = offset;
      return walkAxis(axis + 1, function);
    }
    if (begin >= end || extent == 0)
      return;
    int64_t dim = axes[axis].dims[level];
    int64_t count = topology.getSize(dim);
    int64_t own = coordinates[dim];
    int64_t first = own;
    int64_t last = own;
    if (varied & maskOf(dim)) {
      int64_t size = (extent + count - 1) / count;
      first = begin <= offset ? 0 : (begin - offset) / size;
      last = (end - 1 - offset) / size;
      last = last < count ? last : count - 1;
    }
    int64_t peer = piece.peer;
    for (int64_t coordinate = first; coordinate <= last; ++coordinate) {
      int64_t chunkOffset;
      int64_t chunkExtent;
      dt_chunk(extent, count, coordinate, &chunkOffset, &chunkExtent);
      piece.peer = peer + (coordinate - own) * topology.getStride(dim);
      cut(axis, level + 1, offset + chunkOffset, chunkExtent, function);
    }
    piece.peer = peer;
  }

  const Topology &topology;
  const int64_t *coordinates;
  int64_t rank;
  const AxisDims *axes;
  const int64_t *extents;
  const Box &wanted;
  DimMask varied;
  Piece piece;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PLANS_SHARDWALK_H
