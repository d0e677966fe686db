//===- PipelinePlan.h - Plans with pipelined loops --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_REWRITES_PIPELINEPLAN_H
#define DTENSOR_LIB_PLANNING_REWRITES_PIPELINEPLAN_H

#include "StackedLoops.h"
#include "dtensor/Planning/PlanSearch.h"

namespace dtensor {

/// Searches a plan as `searchPlan` does, and further plans in which all
/// `loops`, or one of them, are pipelined. Applies the plan that clearly
/// receives the fewest bytes to `module`.
std::optional<ForcedLayouts>
searchPipelinePlan(LayoutGraph &graph, mlir::ModuleOp module, MeshOp meshOp,
                   llvm::ArrayRef<StackedLoop> loops, bool replicateUnknown,
                   bool gather);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_PIPELINEPLAN_H
