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
/// ends with what it owns under `to`. The verifier is independent of the
/// planner: it knows only the meaning of steps. A partial value is a linear
/// form over the values that the devices hold at the start. An addend that is
/// lost, counted twice or combined by another combiner is therefore seen.
///
/// Errors name the step, device and element: a step that does not start where
/// the one before it ended, a step that does not match its kind, an element
/// that no device of the group has, a result with wrong addends, a number of
/// bytes that is not the number received. Shapes must be static.
llvm::Error verifyRedistribution(const Mesh &mesh, const Layout &from,
                                 const Layout &to,
                                 llvm::ArrayRef<int64_t> shape,
                                 int64_t elementBits,
                                 const RedistributionPlan &plan);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_REDISTRIBUTIONVERIFIER_H
