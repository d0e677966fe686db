//===- PlanSearch.h - A search for cheaper layouts --------------*- C++ -*-===//
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

/// Tries layouts that no op can find by itself. An argument or an annotated
/// value may be brought into another layout before its first use. An op whose
/// layouts conflict may get layouts that are not the cheapest at this op. Each
/// of these is tried on top of those found before. It is kept if clearly fewer
/// bytes are received in the whole program.
///
/// The layouts in `graph` must have been propagated. For each value that is
/// kept in another layout, the module gets a `dtensor.constrain`. The layouts
/// of ops are returned. Nothing is returned if nothing was tried; `graph` then
/// still fits the module.
std::optional<ForcedLayouts> searchPlan(LayoutGraph &graph,
                                        mlir::ModuleOp module, MeshOp meshOp,
                                        bool replicateUnknown, bool gather);

} // namespace dtensor

#endif // DTENSOR_PLANNING_PLANSEARCH_H
