//===- Site.cpp - The description of a collective -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Site.h"

using namespace dtensor::runtime;

int64_t dtensor::runtime::getElementSize(int64_t type) {
  switch (type) {
  case DT_I1:
  case DT_I8:
  case DT_F8E5M2:
  case DT_F8E4M3FN:
  case DT_F8E4M3:
  case DT_F8E5M2FNUZ:
  case DT_F8E4M3FNUZ:
  case DT_F8E4M3B11FNUZ:
  case DT_F8E3M4:
  case DT_F8E8M0FNU:
    return 1;
  case DT_I16:
  case DT_F16:
  case DT_BF16:
    return 2;
  case DT_I32:
  case DT_F32:
    return 4;
  case DT_I64:
  case DT_F64:
  case DT_C64:
    return 8;
  case DT_C128:
    return 16;
  }
  return 0;
}

DtSite dtensor::runtime::decodeAxes(DtSite data, int64_t rank, AxisDims *axes,
                                    DimMask &sharded) {
  for (int64_t axis = 0; axis < rank; ++axis) {
    axes[axis] = {data + 1, data[0]};
    for (int64_t i = 1; i <= data[0]; ++i)
      sharded |= maskOf(data[i]);
    data += 1 + data[0];
  }
  return data;
}

const char *Site::decode(DtSite data, const Topology &topology) {
  if (getElementSize(data[1]) == 0)
    return "unknown element type of a collective";
  if (data[3] > kMaxRank)
    return "a collective moves tensors of rank 32 at most";
  type = static_cast<DtElementType>(data[1]);
  combiner = static_cast<DtCombiner>(data[2]);
  rank = data[3];
  shared = data[4] & DT_SHARED_DESTINATION;

  DimMask proper = topology.getProperDims();
  DimMask fromPartial = data[5] & proper;
  DimMask toPartial = data[6] & proper;
  group = data[7] & proper;
  DimMask fromSharded = 0;
  toSharded = 0;
  DtSite end = decodeAxes(data + DT_SITE_HEADER, rank, from, fromSharded);
  size = decodeAxes(end, rank, to, toSharded) - data;

  combined = fromPartial & ~toPartial;
  replicas = group & ~toSharded & ~toPartial;
  sharded = group & fromSharded;
  if (toPartial & ~fromPartial)
    return "a collective cannot make a partial value of one that is not";
  if (combined & ~group)
    return "a collective combines along a mesh dimension outside of its group";
  return nullptr;
}
