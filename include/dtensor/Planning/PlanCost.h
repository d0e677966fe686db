//===- PlanCost.h - What a module's layouts cost ----------------*- C++ -*-===//
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

/// Both in bytes that the most loaded device could receive meanwhile.
struct PlanCost {
  /// Received, by relayouts and by ops.
  double moved = 0;
  /// Computing, and a little for memory held.
  double work = 0;
  /// What a device is given of the program's arguments.
  double arguments = 0;

  double getTotal() const { return moved + work; }
};

/// What the layouts of the graph's slots cost, before passes on collectives.
/// What is in a loop counts as often as the loop turns, 8 times if nobody
/// knows; equal relayouts of one value count once.
PlanCost getPlanCost(LayoutGraph &graph);

} // namespace dtensor

#endif // DTENSOR_PLANNING_PLANCOST_H
