//===- ForcedChoices.h - Other layouts at an op -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_PROPOSALS_FORCEDCHOICES_H
#define DTENSOR_LIB_PLANNING_PROPOSALS_FORCEDCHOICES_H

#include "../Plan.h"

namespace dtensor {

/// Changes that make an op have the layouts of one of `alternatives`, of which
/// the first is the present choice. Alternatives that divide the op less are
/// left out, since they amount to a gather.
std::vector<Change> makeForces(mlir::Operation *op,
                               std::vector<Alternative> alternatives,
                               const Mesh &mesh);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_PROPOSALS_FORCEDCHOICES_H
