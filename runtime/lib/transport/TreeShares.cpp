//===- TreeShares.cpp - The elements that subtrees need -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TreeShares.h"

#include <algorithm>

using namespace dtensor::runtime;

int64_t TreeShares::count(Range places) const {
  int64_t product = 1;
  for (int64_t axis = 0; axis < site.rank; ++axis)
    product *= countAlong(axis, 0, plan.extents[axis], places);
  return product;
}

/// The sum of the extents that devices have along an axis, of `extent` elements
/// that are divided along the mesh dimensions from `level` on. Each dimension
/// gives most coordinates equal parts, one coordinate the rest, and the others
/// nothing.
int64_t TreeShares::countAlong(int64_t axis, int64_t level, int64_t extent,
                               Range places) const {
  const AxisDims &dims = site.to[axis];
  if (extent == 0 || level == dims.count)
    return extent;
  int64_t dim = dims.dims[level], size = plan.topology.getSize(dim);
  if ((site.combined & maskOf(dim)) == 0) {
    int64_t offset, own;
    dt_chunk(extent, size, place.coordinates[dim], &offset, &own);
    return countAlong(axis, level + 1, own, places);
  }
  int64_t part = (extent + size - 1) / size;
  int64_t numEqual = extent / part, rest = extent % part;
  auto [residue, modulus] = tree.getResidue(places, dim);
  // Blocks of coordinates, one of which in each period is at these places.
  int64_t block = tree.getBlockSize(dim), period = modulus * block;
  int64_t inLast = numEqual % period - residue * block;
  int64_t numFull =
      numEqual / period * block + std::clamp<int64_t>(inLast, 0, block);
  int64_t sum = 0;
  if (numFull > 0)
    sum += numFull * countAlong(axis, level + 1, part, places);
  if (rest > 0 && numEqual / block % modulus == residue)
    sum += countAlong(axis, level + 1, rest, places);
  return sum;
}

TreeShares::Halves TreeShares::divide(const Share &share) const {
  auto [places, elements] = share;
  int64_t middle = (places.begin + places.end) / 2;
  Range first{places.begin, middle};
  int64_t border =
      isScattered ? elements.begin + count(first) : getEqual(first).end;
  return {{first, {elements.begin, border}},
          {{middle, places.end}, {border, elements.end}}};
}

TreeShares::Share TreeShares::getShare(int64_t ofPlace) const {
  Share share = getWhole();
  while (share.places.size() > 1) {
    Halves halves = divide(share);
    share = ofPlace < halves.first.places.end ? halves.first : halves.second;
  }
  return share;
}
