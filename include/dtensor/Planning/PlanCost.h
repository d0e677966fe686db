//===- PlanCost.h - The cost of a module's layouts --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PLANNING_PLANCOST_H
#define DTENSOR_PLANNING_PLANCOST_H

#include "dtensor/Machine/Machine.h"
#include "dtensor/Propagation/LayoutGraph.h"
#include <tuple>

namespace dtensor {

/// The objective of planning: the predicted seconds of a run on a machine, with
/// penalties for what users do not expect. All plans of a program are ordered
/// by it.
struct PlanCost {
  /// The seconds of communication, and of computing on the most loaded device.
  double communication = 0, computing = 0;
  /// The penalties that apply, in seconds. See Penalties.h.
  double penalties = 0;
  /// The bytes of arguments that do not fit into the memory of a device. A plan
  /// that fits is better than any other one.
  double excess = 0;

  /// The bytes that the most loaded device receives, and those that it holds
  /// for the arguments of the program. Penalties depend on them.
  double received = 0, arguments = 0;

  double getSeconds() const { return communication + computing + penalties; }

  /// Whether this plan is better.
  bool operator<(const PlanCost &other) const {
    return std::tuple(excess, getSeconds()) <
           std::tuple(other.excess, other.getSeconds());
  }
};

/// The cost of the layouts of the graph's slots, before passes on collectives,
/// and without penalties. An op in a loop counts once per iteration, with 8
/// iterations if the trip count is not known. Equal relayouts of one value
/// count once. The machine must have enough devices for the graph's mesh.
PlanCost getPlanCost(LayoutGraph &graph, const Machine &machine);

} // namespace dtensor

#endif // DTENSOR_PLANNING_PLANCOST_H
