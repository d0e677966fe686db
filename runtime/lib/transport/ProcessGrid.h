//===- ProcessGrid.h - The processes of a group -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_PROCESSGRID_H
#define DTENSOR_RUNTIME_TRANSPORT_PROCESSGRID_H

#include "../Deal.h"

namespace dtensor::runtime {

/// The processes of a group, numbered by places in row-major order, if the
/// devices of each are a box of the same extents. Everything is computed from
/// the coordinates of one device.
class ProcessGrid {
public:
  /// The group of `device` that `dims` span.
  ProcessGrid(const Topology &topology, const Deal &deal, DimMask dims,
              int64_t device)
      : topology(topology), deal(deal), dims(dims & topology.getProperDims()),
        first(device) {
    forEachDim(this->dims, [&](int64_t dim) {
      int64_t width = deal.getBlockSize(dim);
      isGrid &= width != 0;
      if (!isGrid)
        return;
      int64_t coordinate = topology.getCoordinate(device, dim);
      first -= coordinate % width * topology.getStride(dim);
      numProcesses *= topology.getSize(dim) / width;
      numMembers *= width;
      ownPlace =
          ownPlace * (topology.getSize(dim) / width) + coordinate / width;
    });
  }

  /// Whether the devices of processes are boxes. Otherwise nothing else may be
  /// asked.
  bool hasBoxes() const { return isGrid; }
  int64_t getNumProcesses() const { return numProcesses; }
  /// The number of members in each process.
  int64_t getNumMembers() const { return numMembers; }
  int64_t getOwnPlace() const { return ownPlace; }
  int64_t getProcess(int64_t place) const {
    return deal.getProcess(getMember(place, 0));
  }

  /// The member with a number in the process at a place. Members are in
  /// row-major order.
  int64_t getMember(int64_t place, int64_t number) const {
    int64_t device = first;
    for (DimMask rest = dims; rest != 0;) {
      int64_t dim = 63 - __builtin_clzll(rest);
      rest &= ~maskOf(dim);
      int64_t width = deal.getBlockSize(dim);
      int64_t count = topology.getSize(dim) / width;
      int64_t own = topology.getCoordinate(first, dim);
      int64_t coordinate = place % count * width + number % width;
      device += (coordinate - own) * topology.getStride(dim);
      place /= count;
      number /= width;
    }
    return device;
  }

private:
  const Topology &topology;
  const Deal &deal;
  DimMask dims;
  /// The member with the smallest coordinates in this process.
  int64_t first;
  bool isGrid = true;
  int64_t numProcesses = 1;
  int64_t numMembers = 1;
  int64_t ownPlace = 0;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_PROCESSGRID_H
