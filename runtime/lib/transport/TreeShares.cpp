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

int64_t TreeShares::reverse(int64_t place) const {
  int64_t number = 0;
  for (int64_t bit = 1; bit < row.getNumProcesses(); bit *= 2, place /= 2)
    number = 2 * number + place % 2;
  return number;
}

TreeShares::Residue TreeShares::getResidue(Range numbers, int64_t dim) const {
  // The low bits of the places, which all of them have in common. Those of the
  // inner dimensions come first.
  int64_t modulus = row.getNumProcesses() / numbers.size();
  int64_t residue = reverse(numbers.begin) % modulus;
  for (DimMask rest = row.getDims(); rest != 0;) {
    int64_t inner = 63 - __builtin_clzll(rest);
    rest &= ~maskOf(inner);
    int64_t count = std::min(row.getCount(inner), modulus);
    if (inner == dim)
      return {residue % count, count};
    residue /= count;
    modulus /= count;
  }
  return {0, 1};
}

int64_t TreeShares::count(Range numbers) const {
  int64_t product = 1;
  for (int64_t axis = 0; axis < site.rank; ++axis)
    product *= countAlong(axis, 0, plan.extents[axis], numbers);
  return product;
}

/// The sum of the extents that devices have along an axis, of `extent` elements
/// that are divided along the mesh dimensions from `level` on. Each dimension
/// gives most coordinates equal parts, one coordinate the rest, and the others
/// nothing.
int64_t TreeShares::countAlong(int64_t axis, int64_t level, int64_t extent,
                               Range numbers) const {
  const AxisDims &dims = site.to[axis];
  if (extent == 0 || level == dims.count)
    return extent;
  int64_t dim = dims.dims[level], size = plan.topology.getSize(dim);
  if ((site.combined & maskOf(dim)) == 0) {
    int64_t offset, own;
    dt_chunk(extent, size, place.coordinates[dim], &offset, &own);
    return countAlong(axis, level + 1, own, numbers);
  }
  int64_t part = (extent + size - 1) / size;
  int64_t numEqual = extent / part, rest = extent % part;
  auto [residue, modulus] = getResidue(numbers, dim);
  // Blocks of coordinates, one of which in each period is of these processes.
  int64_t block = row.getBlockSize(dim), period = modulus * block;
  int64_t inLast = numEqual % period - residue * block;
  int64_t numFull =
      numEqual / period * block + std::clamp<int64_t>(inLast, 0, block);
  int64_t sum = 0;
  if (numFull > 0)
    sum += numFull * countAlong(axis, level + 1, part, numbers);
  if (rest > 0 && numEqual / block % modulus == residue)
    sum += countAlong(axis, level + 1, rest, numbers);
  return sum;
}

TreeShares::Halves TreeShares::divide(const Share &share) const {
  auto [numbers, elements] = share;
  int64_t middle = (numbers.begin + numbers.end) / 2;
  Range first{numbers.begin, middle};
  int64_t border = elements.begin + count(first);
  return {{first, {elements.begin, border}},
          {{middle, numbers.end}, {border, elements.end}}};
}

TreeShares::Share TreeShares::getShare(int64_t number) const {
  Share share = getWhole();
  while (share.numbers.size() > 1) {
    Halves halves = divide(share);
    share = number < halves.first.numbers.end ? halves.first : halves.second;
  }
  return share;
}
