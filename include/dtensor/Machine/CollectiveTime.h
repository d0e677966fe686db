//===- CollectiveTime.h - The time of a collective --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_MACHINE_COLLECTIVETIME_H
#define DTENSOR_MACHINE_COLLECTIVETIME_H

#include "dtensor/Machine/Machine.h"
#include "llvm/Support/MathExtras.h"

namespace dtensor {

/// The parts of a group of devices that lie together on the levels of a
/// machine. Devices are dealt to units in blocks, in their order.
struct GroupPlacement {
  /// By level: the number of the group's devices that one unit which is joined
  /// at this level holds, 1 for level 0; and after the last level the size of
  /// the group. Where extents do not divide evenly, the unit with the fewest
  /// counts.
  llvm::SmallVector<int64_t> within;

  GroupPlacement(const Machine &machine, const Mesh &mesh,
                 llvm::ArrayRef<unsigned> dims);

  /// The number of parts of the group that meet at a level.
  int64_t getParts(unsigned level) const {
    return llvm::divideCeil(within[level + 1], within[level]);
  }
};

/// The cost of a collective on the most loaded device.
struct CollectiveCost {
  double seconds = 0;
  /// The bytes that a device receives over each level.
  llvm::SmallVector<double> bytes;
};

/// Predicts one execution of a collective of the given kind, as the
/// communication report calls it (`all_reduce`), in which each device of a
/// group along `dims` needs `received` bytes. All groups of the mesh execute it
/// at the same time, and each takes the algorithm that is the fastest one for
/// it. docs/Clusters.md has the formulas and their sources. The machine must
/// have enough devices for the mesh.
CollectiveCost predictCollective(const Machine &machine, const Mesh &mesh,
                                 llvm::StringRef kind,
                                 llvm::ArrayRef<unsigned> dims,
                                 double received);

} // namespace dtensor

#endif // DTENSOR_MACHINE_COLLECTIVETIME_H
