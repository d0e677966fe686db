//===- Box.h - The boxes that devices hold ----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_COLLECTIVES_BOX_H
#define DTENSOR_RUNTIME_COLLECTIVES_BOX_H

#include "Site.h"

namespace dtensor::runtime {

/// The place of a component in its tensor.
struct Box {
  int64_t offset[kMaxRank];
  int64_t extent[kMaxRank];

  int64_t getNumElements(int64_t rank) const {
    int64_t count = 1;
    for (int64_t axis = 0; axis < rank; ++axis)
      count *= extent[axis];
    return count;
  }
};

/// The box that `device` holds of a tensor of `extents`.
Box getOwnedBox(const Topology &topology, const DtDevice &device,
                const AxisDims *axes, int64_t rank, const int64_t *extents);

/// Fails if the extents of `memref`, which messages call `name`, are not those
/// of `box`.
void checkComponent(DtDevice &device, const char *where, const char *name,
                    const DtMemRef &memref, const Box &box, int64_t rank);

/// A box that one peer holds and one device needs.
struct Piece {
  Box box;
  /// The start of the peer's component.
  int64_t peerOffset[kMaxRank];
  /// The peer. It is the device whose coordinates differ from those of the
  /// receiving device only along the mesh dimensions that the walk varied.
  int64_t peer;
};

/// Finds, by arithmetic, the peers that hold parts of `wanted`. Peers differ
/// from the device only along those mesh dimensions in `varied` that shard axes
/// of `from`. Pieces are visited in the order of their place.
class PieceWalk {
public:
  PieceWalk(const Topology &topology, const DtDevice &device, const Site &site,
            const int64_t *extents, const Box &wanted, DimMask varied);

  /// Calls `function(const Piece &)` for each piece that is not empty.
  template <typename Function> void run(Function &&function) {
    walkAxis(0, function);
  }

private:
  template <typename Function> void walkAxis(int64_t axis, Function &function) {
    if (axis == site.rank)
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
    if (level == site.from[axis].count) {
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
    int64_t dim = site.from[axis].dims[level];
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
  const Site &site;
  const int64_t *extents;
  const Box &wanted;
  DimMask varied;
  Piece piece;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_COLLECTIVES_BOX_H
