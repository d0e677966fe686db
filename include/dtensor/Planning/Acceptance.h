//===- Acceptance.h - What another plan must save ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PLANNING_ACCEPTANCE_H
#define DTENSOR_PLANNING_ACCEPTANCE_H

#include "dtensor/Planning/PlanCost.h"
#include <limits>

namespace dtensor {

/// When another plan is taken than the one that layouts suggest step by step.
struct Acceptance {
  /// What at most is left of the bytes.
  double left;
  /// How much of a byte it counts to compute more.
  double work = 1;
  /// How many times as much may be computed.
  double computed = std::numeric_limits<double>::infinity();
  /// How much of a byte it counts to give a device one more of the arguments.
  double given = 1;
};

/// Why a plan is not taken in place of the one before it; null if it is.
const char *findObjection(const PlanCost &cost, const PlanCost &before,
                          Acceptance acceptance);

/// What a trace says of a plan in place of another.
void describeCost(llvm::raw_ostream &os, const PlanCost &cost,
                  const PlanCost &before);

} // namespace dtensor

#endif // DTENSOR_PLANNING_ACCEPTANCE_H
