//===- ProcessRow.cpp - Processes in the order of addends -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessRow.h"

#include <algorithm>

using namespace dtensor::runtime;

ProcessRow::ProcessRow(const Topology &topology, const Deal &deal, DimMask dims,
                       int64_t device)
    : topology(topology), deal(deal), dims(dims & topology.getProperDims()),
      device(device) {
  measureBoxes();
  if (!isRow())
    measureBlocks();
  if (isRow())
    ownPlace = getPlace(topology.getRank(device, this->dims));
}

/// From the innermost dimension out, a process has whole dimensions, then a
/// block of one, and then single coordinates.
void ProcessRow::measureBoxes() {
  int64_t numAddends = 1, numLocal = 1;
  bool isWhole = true;
  for (DimMask rest = dims; rest != 0;) {
    int64_t dim = 63 - __builtin_clzll(rest);
    rest &= ~maskOf(dim);
    int64_t block = deal.getBlockSize(dim), size = topology.getSize(dim);
    if (block == 0 || (!isWhole && block > 1))
      return;
    isWhole &= block == size;
    numLocal *= block;
    numAddends *= size;
  }
  isGrid = true;
  width = numLocal;
  numProcesses = numAddends / numLocal;
}

void ProcessRow::measureBlocks() {
  spacing = deal.getSpacing(dims);
  if (spacing == 0)
    return;
  int64_t numAddends = topology.getGroupSize(dims);
  if (spacing * deal.getNumProcesses() >= topology.getNumDevices()) {
    // No block is longer than the distance.
    width = 1;
    numProcesses = numAddends;
    return;
  }
  // No block is shorter.
  firstProcess = deal.getProcess(getDevice(0));
  numProcesses = deal.getProcess(getDevice(numAddends - 1)) - firstProcess + 1;
}

int64_t ProcessRow::getFirstRank(int64_t place) const {
  if (width > 0)
    return place * width;
  int64_t distance = deal.getFirstPosition(firstProcess + place) -
                     deal.getPosition(getDevice(0));
  int64_t rank = distance <= 0 ? 0 : (distance + spacing - 1) / spacing;
  return std::min(rank, topology.getGroupSize(dims));
}
