//===- Topology.cpp - The mesh as the runtime sees it ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Topology.h"

#include <utility>

using namespace dtensor::runtime;

Topology::Topology(std::vector<int64_t> meshSizes)
    : sizes(std::move(meshSizes)), strides(sizes.size()) {
  for (int64_t dim = getNumDims() - 1; dim >= 0; --dim) {
    strides[dim] = numDevices;
    numDevices *= sizes[dim];
    if (sizes[dim] > 1)
      properDims |= maskOf(dim);
  }
}

int64_t Topology::getGroupSize(DimMask dims) const {
  int64_t size = 1;
  forEachDim(dims & properDims, [&](int64_t dim) { size *= sizes[dim]; });
  return size;
}

int64_t Topology::getRank(int64_t device, DimMask dims) const {
  int64_t rank = 0;
  forEachDim(dims & properDims, [&](int64_t dim) {
    rank = rank * sizes[dim] + getCoordinate(device, dim);
  });
  return rank;
}

int64_t Topology::getMember(int64_t device, DimMask dims, int64_t rank) const {
  // The minor dimension varies fastest, so dimensions are removed from the last
  // one on.
  int64_t member = device;
  for (DimMask rest = dims & properDims; rest != 0;) {
    int64_t dim = 63 - __builtin_clzll(rest);
    rest &= ~maskOf(dim);
    member += (rank % sizes[dim] - getCoordinate(device, dim)) * strides[dim];
    rank /= sizes[dim];
  }
  return member;
}
