//===- ProcessTree.cpp - Processes as leaves of a tree --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessTree.h"

using namespace dtensor::runtime;

static bool isPowerOfTwo(int64_t number) {
  return (number & (number - 1)) == 0;
}

ProcessTree::ProcessTree(const Topology &topology, const Deal &deal,
                         DimMask dims, int64_t device)
    : topology(topology), deal(deal), first(device) {
  // From the innermost dimension out, a subtree has whole dimensions, then a
  // block of one, and then single coordinates.
  bool isWhole = true;
  for (DimMask rest = dims & topology.getProperDims(); rest != 0;) {
    int64_t dim = 63 - __builtin_clzll(rest);
    rest &= ~maskOf(dim);
    int64_t width = deal.getBlockSize(dim);
    int64_t size = topology.getSize(dim);
    if (width == 0 || (!isWhole && width > 1) ||
        (width < size && !isPowerOfTwo(width))) {
      isTree = false;
      return;
    }
    isWhole &= width == size;
    int64_t count = size / width;
    numProcesses *= count;
    for (int64_t half = 1; half < count; half *= 2)
      levels[numLevels++] = {dim, half};
    first -=
        topology.getCoordinate(device, dim) % width * topology.getStride(dim);
  }
}

int64_t ProcessTree::getNumSteps() const {
  int64_t numSteps = numLevels;
  for (int64_t i = 0; i < numLevels; ++i) {
    auto [dim, half] = levels[i];
    // Only the last subtree may have fewer.
    int64_t count = getCount(dim);
    for (int64_t have = countSecond(count, count - 1, half);
         have > 0 && have < half; have *= 2)
      ++numSteps;
  }
  return numSteps;
}

int64_t ProcessTree::getDeviceAt(int64_t place) const {
  int64_t device = first;
  for (int64_t i = 0; i < numLevels; ++i) {
    auto [dim, half] = levels[i];
    int64_t bit = place >> (numLevels - 1 - i) & 1;
    int64_t own = (getCoordinate(dim) & half) != 0;
    device +=
        (bit - own) * half * deal.getBlockSize(dim) * topology.getStride(dim);
  }
  return device;
}

ProcessTree::Residue ProcessTree::getResidue(Range places, int64_t dim) const {
  Residue result{0, 1};
  // The bits of the places from the major one on that are the same.
  int64_t numEqual = numLevels - __builtin_ctzll(places.size());
  for (int64_t i = 0; i < numEqual; ++i) {
    if (levels[i].dim != dim)
      continue;
    if (places.begin >> (numLevels - 1 - i) & 1)
      result.residue += levels[i].half;
    result.modulus = 2 * levels[i].half;
  }
  return result;
}

int64_t ProcessTree::getOwnPlace() const {
  int64_t place = 0;
  for (int64_t i = 0; i < numLevels; ++i)
    place = 2 * place + ((getCoordinate(levels[i].dim) & levels[i].half) != 0);
  return place;
}
