//===- PlanSearch.h - Other layouts where a plan moves much -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PLANNING_PLANSEARCH_H
#define DTENSOR_PLANNING_PLANSEARCH_H

#include "dtensor/Propagation/LayoutPropagation.h"

namespace dtensor {

/// Tries what no op can see by itself: an argument or an annotated value that
/// is brought into another layout before anybody uses it, and at ops where
/// layouts dispute what is not cheapest there. Each is tried on what was found
/// before, and kept if all in all clearly fewer bytes are received.
///
/// `graph` has spread layouts. Of what is kept, values in other layouts get a
/// `dtensor.constrain` in the module; the rest is returned. Nothing if nothing
/// was tried: then `graph` is still that of the module.
std::optional<ForcedLayouts> searchPlan(LayoutGraph &graph,
                                        mlir::ModuleOp module, MeshOp meshOp,
                                        bool replicateUnknown, bool gather);

} // namespace dtensor

#endif // DTENSOR_PLANNING_PLANSEARCH_H
