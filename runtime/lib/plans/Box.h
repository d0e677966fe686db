//===- Box.h - The boxes that devices hold ----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PLANS_BOX_H
#define DTENSOR_RUNTIME_PLANS_BOX_H

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

/// The positions of an axis of `extent` that the device at `place` holds.
inline void getOwnedPart(const Topology &topology, Place place, AxisDims axis,
                         int64_t &offset, int64_t &extent) {
  offset = 0;
  for (int64_t level = 0; level < axis.count; ++level) {
    int64_t dim = axis.dims[level];
    int64_t chunkOffset;
    dt_chunk(extent, topology.getSize(dim), place.coordinates[dim],
             &chunkOffset, &extent);
    offset += chunkOffset;
  }
}

/// The box that the device at `place` holds of a tensor of `extents`.
inline Box getOwnedBox(const Topology &topology, Place place,
                       const AxisDims *axes, int64_t rank,
                       const int64_t *extents) {
  Box box;
  for (int64_t axis = 0; axis < rank; ++axis) {
    box.extent[axis] = extents[axis];
    getOwnedPart(topology, place, axes[axis], box.offset[axis],
                 box.extent[axis]);
  }
  return box;
}

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PLANS_BOX_H
