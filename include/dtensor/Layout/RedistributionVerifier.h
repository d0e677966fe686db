//===- RedistributionVerifier.h - Checks of a plan by simulation *- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_REDISTRIBUTIONVERIFIER_H
#define DTENSOR_LAYOUT_REDISTRIBUTIONVERIFIER_H

#include "dtensor/Layout/RedistributionPlanner.h"

namespace dtensor {

/// Runs `plan` element by element on every device and checks that each device
/// ends with what it owns under `to`. Independent of the planner: it knows the
/// meaning of steps only. A partial value is a linear form over what the
/// devices hold at the start, so that an addend that is lost, counted twice or
/// combined by another kind shows.
///
/// Errors, with the step, device and element: steps that do not follow on each
/// other, a step that is not of its kind, an element that nobody in the group
/// has, a result with wrong addends, bytes that are not what is received. For
/// static shapes.
llvm::Error verifyRedistribution(const Mesh &mesh, const Layout &from,
                                 const Layout &to,
                                 llvm::ArrayRef<int64_t> shape,
                                 int64_t elementBits,
                                 const RedistributionPlan &plan);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_REDISTRIBUTIONVERIFIER_H
