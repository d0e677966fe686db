//===- TakePlan.cpp - Plans of takes --------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TakePlan.h"

using namespace dtensor::runtime;

const char *TakePlan::decode() {
  elementSize = getElementSize(data[1]);
  if (elementSize == 0)
    return "unknown element type of a take";
  rank = data[2];
  if (rank > kMaxRank)
    return "a take moves tensors of rank 32 at most";
  group = data[3] & topology.getProperDims();
  along = data[4];
  DimMask sharded = 0;
  size = decodeAxes(data + DT_TAKE_HEADER, rank, from, sharded) - data;
  for (int64_t level = 0; level < from[along].count; ++level)
    differing |= maskOf(from[along].dims[level]);
  differing &= group;
  return nullptr;
}

const char *TakePlan::find(Place place, int64_t position,
                           TakeShard &shard) const {
  if (position < 0 || position >= extents[along])
    return "a take's position is outside of its tensor";
  shard = {place.device, 0, extents[along]};
  for (int64_t level = 0; level < from[along].count; ++level) {
    int64_t dim = from[along].dims[level];
    int64_t count = topology.getSize(dim);
    int64_t coordinate =
        (position - shard.offset) / ((shard.extent + count - 1) / count);
    int64_t offset;
    dt_chunk(shard.extent, count, coordinate, &offset, &shard.extent);
    shard.offset += offset;
    int64_t own = place.coordinates[dim];
    if (coordinate != own && !(group & maskOf(dim)))
      return "a take's position is outside of its group";
    shard.peer += (coordinate - own) * topology.getStride(dim);
  }
  return nullptr;
}
