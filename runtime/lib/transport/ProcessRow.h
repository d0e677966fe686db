//===- ProcessRow.h - Processes in the order of addends ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_PROCESSROW_H
#define DTENSOR_RUNTIME_TRANSPORT_PROCESSROW_H

#include "../Deal.h"

namespace dtensor::runtime {

/// The processes of a group in the order of its addends (see CombineTree), if
/// each of them has addends that follow each other. Their numbers in this order
/// are their places. Everything is computed from the coordinates of one device,
/// and nothing grows with the number of processes.
class ProcessRow {
public:
  /// Places, ranks of addends or elements.
  struct Range {
    int64_t begin, end;
    int64_t size() const { return end - begin; }
  };

  /// The group of `device` that `dims` span.
  ProcessRow(const Topology &topology, const Deal &deal, DimMask dims,
             int64_t device);

  /// Whether there is such an order. Otherwise nothing else may be asked.
  bool isRow() const { return numProcesses > 0; }
  int64_t getNumProcesses() const { return numProcesses; }
  int64_t getOwnPlace() const { return ownPlace; }
  int64_t getProcess(int64_t place) const {
    return deal.getProcess(getDevice(getFirstRank(place)));
  }

  /// The addends of the processes at some places.
  Range getRanks(Range places) const {
    return {getFirstRank(places.begin), getFirstRank(places.end)};
  }
  int64_t getFirstRank(int64_t place) const;
  /// The place of the process that has an addend.
  int64_t getPlace(int64_t rank) const {
    return width > 0 ? rank / width
                     : deal.getProcess(getDevice(rank)) - firstProcess;
  }
  int64_t getDevice(int64_t rank) const {
    return topology.getMember(device, dims, rank);
  }

  /// Whether the devices of each process are a box of the same extents.
  bool hasBoxes() const { return isGrid; }
  /// The coordinates of each box along a dimension, and the number of boxes.
  int64_t getBlockSize(int64_t dim) const { return deal.getBlockSize(dim); }
  int64_t getCount(int64_t dim) const {
    return topology.getSize(dim) / deal.getBlockSize(dim);
  }
  DimMask getDims() const { return dims; }

private:
  void measureBoxes();
  void measureBlocks();

  const Topology &topology;
  const Deal &deal;
  DimMask dims;
  int64_t device;
  bool isGrid = false;
  int64_t numProcesses = 0;
  int64_t ownPlace = 0;
  /// The number of addends of each process; 0 if blocks of the processes from
  /// `firstProcess` on, of different sizes, have some at equal distances.
  int64_t width = 0;
  int64_t firstProcess = 0;
  int64_t spacing = 0;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_PROCESSROW_H
