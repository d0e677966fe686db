//===- Box.cpp - The boxes that devices hold ------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Box.h"
#include "../Context.h"

#include <cstdio>

using namespace dtensor::runtime;

Box dtensor::runtime::getOwnedBox(const Topology &topology,
                                  const DtDevice &device, const AxisDims *axes,
                                  int64_t rank, const int64_t *extents) {
  Box box;
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t offset = 0;
    int64_t extent = extents[axis];
    for (int64_t level = 0; level < axes[axis].count; ++level) {
      int64_t dim = axes[axis].dims[level];
      int64_t chunkOffset;
      dt_chunk(extent, topology.getSize(dim), device.coordinates[dim],
               &chunkOffset, &extent);
      offset += chunkOffset;
    }
    box.offset[axis] = offset;
    box.extent[axis] = extent;
  }
  return box;
}

void dtensor::runtime::checkComponent(DtDevice &device, const char *where,
                                      const char *name, const DtMemRef &memref,
                                      const Box &box, int64_t rank) {
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t found = memref.sizesAndStrides[axis];
    if (found == box.extent[axis])
      continue;
    char message[160];
    snprintf(message, sizeof(message),
             "%s has extent %lld along axis %lld where its layout gives %lld",
             name, static_cast<long long>(found), static_cast<long long>(axis),
             static_cast<long long>(box.extent[axis]));
    device.context->fail(device, message, where);
  }
}

PieceWalk::PieceWalk(const Topology &topology, const DtDevice &device,
                     const Site &site, const int64_t *extents,
                     const Box &wanted, DimMask varied)
    : topology(topology), coordinates(device.coordinates), site(site),
      extents(extents), wanted(wanted), varied(varied) {
  piece.peer = device.index;
}
