//===- ReshapePlan.cpp - Plans of reshapes --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReshapePlan.h"

using namespace dtensor::runtime;

const char *ReshapePlan::decode() {
  elementSize = getElementSize(data[1]);
  if (elementSize == 0)
    return "unknown element type of a reshape";
  from.rank = data[2];
  to.rank = data[3];
  if (from.rank > kMaxRank || to.rank > kMaxRank)
    return "a reshape moves tensors of rank 32 at most";
  group = data[4] & topology.getProperDims();
  DtSite end =
      decodeAxes(data + DT_RESHAPE_HEADER, from.rank, from.axes, fromSharded);
  size = decodeAxes(end, to.rank, to.axes, toSharded) - data;
  return nullptr;
}

bool ReshapePlan::find(const Side &side, Place place, DimMask varied,
                       int64_t position, int64_t &peer, int64_t *index,
                       int64_t *extent) const {
  bool isFound = true;
  peer = place.device;
  for (int64_t axis = side.rank; axis-- > 0;) {
    index[axis] = position % side.extents[axis];
    position /= side.extents[axis];
    extent[axis] = side.extents[axis];
    AxisDims dims = side.axes[axis];
    for (int64_t level = 0; level < dims.count; ++level) {
      int64_t dim = dims.dims[level];
      int64_t count = topology.getSize(dim);
      int64_t coordinate = index[axis] / ((extent[axis] + count - 1) / count);
      int64_t offset;
      dt_chunk(extent[axis], count, coordinate, &offset, &extent[axis]);
      index[axis] -= offset;
      int64_t own = place.coordinates[dim];
      isFound &= coordinate == own || (varied & maskOf(dim));
      peer += (coordinate - own) * topology.getStride(dim);
    }
  }
  return isFound;
}
