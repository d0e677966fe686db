//===- Acceptance.h - The least gain of another plan ------------*- C++ -*-===//
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

/// The conditions under which a plan replaces the one that layouts suggest step
/// by step.
struct Acceptance {
  /// The largest fraction of the bytes that may be left.
  double left;
  /// The weight of additional work, in bytes.
  double work = 1;
  /// The largest factor by which computation may grow.
  double computed = std::numeric_limits<double>::infinity();
  /// The weight of an additional byte of the arguments on a device.
  double given = 1;
};

/// The reason why a plan does not replace the previous one. Null if it does.
const char *findObjection(const PlanCost &cost, const PlanCost &before,
                          Acceptance acceptance);

/// Describes a plan that could replace another one, for a trace.
void describeCost(llvm::raw_ostream &os, const PlanCost &cost,
                  const PlanCost &before);

} // namespace dtensor

#endif // DTENSOR_PLANNING_ACCEPTANCE_H
