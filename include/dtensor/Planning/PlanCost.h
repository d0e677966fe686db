//===- PlanCost.h - The cost of a module's layouts --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PLANNING_PLANCOST_H
#define DTENSOR_PLANNING_PLANCOST_H

#include "dtensor/Propagation/LayoutGraph.h"

namespace dtensor {

/// The cost of a plan, in bytes that the most loaded device could receive in
/// the same time.
struct PlanCost {
  /// The bytes received in relayouts and by ops.
  double moved = 0;
  /// The cost of computing, and a little for memory held.
  double work = 0;
  /// The cost of the program's arguments on a device.
  double arguments = 0;

  double getTotal() const { return moved + work; }
};

/// The cost of the layouts of the graph's slots, before passes on collectives.
/// An op in a loop counts once per iteration, with 8 iterations if the trip
/// count is not known. Equal relayouts of one value count once.
PlanCost getPlanCost(LayoutGraph &graph);

} // namespace dtensor

#endif // DTENSOR_PLANNING_PLANCOST_H
