//===- Deal.h - Which process runs which device -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_DEAL_H
#define DTENSOR_RUNTIME_DEAL_H

#include "Topology.h"

namespace dtensor::runtime {

/// Which process runs which device. Devices are put in an order, and each
/// process gets a block of it. Nothing grows with the number of processes.
class Deal {
public:
  /// A single process.
  explicit Deal(const Topology &topology) : Deal(topology, 1, 0, {}) {}

  /// `order` has every mesh dimension once, the major one first. An empty one
  /// is the order of the mesh. There are at most as many processes as devices.
  Deal(const Topology &topology, int64_t numProcesses, int64_t own,
       std::vector<int64_t> order);

  int64_t getNumProcesses() const { return numProcesses; }
  /// The number of this process.
  int64_t getOwn() const { return own; }
  int64_t getProcess(int64_t device) const {
    return ((getPosition(device) + 1) * numProcesses - 1) /
           topology.getNumDevices();
  }

  /// The number of this process's devices.
  int64_t getNumLocal() const { return numLocal; }
  /// The device with the number `local` in this process.
  int64_t getDevice(int64_t local) const {
    return isMeshOrder ? first + local : getDeviceAt(first + local);
  }
  /// The number of a device in this process; -1 if another process runs it.
  int64_t getLocal(int64_t device) const {
    int64_t local = getPosition(device) - first;
    return local >= 0 && local < numLocal ? local : -1;
  }

  /// The number of coordinates that each process has along a mesh dimension, if
  /// the devices of every process are a box of the same extents, and boxes are
  /// side by side. Otherwise 0.
  int64_t getBlockSize(int64_t dim) const {
    return blockSizes.empty() ? 0 : blockSizes[dim];
  }

  /// The place of a device in the order, and that of a process's first device.
  int64_t getPosition(int64_t device) const;
  int64_t getFirstPosition(int64_t process) const {
    return topology.getNumDevices() * process / numProcesses;
  }
  /// The distance in the order from each member of a group that `dims` span to
  /// the next one, if these are in the order of the mesh and the distances are
  /// the same. Otherwise 0.
  int64_t getSpacing(DimMask dims) const;

private:
  int64_t getDeviceAt(int64_t position) const;
  void findBlockSizes();

  const Topology &topology;
  int64_t numProcesses;
  int64_t own;
  bool isMeshOrder = true;
  std::vector<int64_t> order;
  /// The position of the first device of this process, and their number.
  int64_t first;
  int64_t numLocal;
  /// Empty if blocks are no boxes.
  std::vector<int64_t> blockSizes;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_DEAL_H
