//===- Deal.cpp - Which process runs which device -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Deal.h"

#include <algorithm>
#include <utility>

using namespace dtensor::runtime;

Deal::Deal(const Topology &topology, int64_t numProcesses, int64_t own,
           std::vector<int64_t> newOrder)
    : topology(topology), numProcesses(numProcesses), own(own),
      order(std::move(newOrder)) {
  isMeshOrder = std::is_sorted(order.begin(), order.end());
  first = getFirstPosition(own);
  numLocal = getFirstPosition(own + 1) - first;
  findBlockSizes();
}

void Deal::findBlockSizes() {
  int64_t numDims = topology.getNumDims();
  int64_t rest = topology.getNumDevices() / numProcesses;
  if (rest * numProcesses != topology.getNumDevices())
    return;
  std::vector<int64_t> sizes(numDims, 1);
  // A block has all of some minor dimensions, and a part of the next one.
  for (int64_t i = numDims; i-- > 0 && rest > 1;) {
    int64_t dim = order.empty() ? i : order[i];
    int64_t size = topology.getSize(dim);
    sizes[dim] = std::min(size, rest);
    if (size % sizes[dim] != 0 || rest % sizes[dim] != 0)
      return;
    rest /= sizes[dim];
  }
  blockSizes = std::move(sizes);
}

int64_t Deal::getSpacing(DimMask dims) const {
  int64_t stride = 1, spacing = 0, last = topology.getNumDims();
  bool hasGap = false;
  for (int64_t i = topology.getNumDims(); i-- > 0;) {
    int64_t dim = order.empty() ? i : order[i];
    if (topology.getSize(dim) == 1)
      continue;
    if (dims & maskOf(dim)) {
      if (hasGap || dim > last)
        return 0;
      spacing = spacing == 0 ? stride : spacing;
      last = dim;
    } else {
      hasGap = spacing != 0;
    }
    stride *= topology.getSize(dim);
  }
  return spacing;
}

int64_t Deal::getPosition(int64_t device) const {
  if (isMeshOrder)
    return device;
  int64_t position = 0;
  for (int64_t dim : order)
    position =
        position * topology.getSize(dim) + topology.getCoordinate(device, dim);
  return position;
}

int64_t Deal::getDeviceAt(int64_t position) const {
  int64_t device = 0;
  for (size_t i = order.size(); i-- > 0;) {
    int64_t size = topology.getSize(order[i]);
    device += position % size * topology.getStride(order[i]);
    position /= size;
  }
  return device;
}
