//===- PipelinePlan.h - Plans with pipelined loops --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_REWRITES_PIPELINEPLAN_H
#define DTENSOR_LIB_PLANNING_REWRITES_PIPELINEPLAN_H

#include "../Plan.h"
#include "StackedLoops.h"

namespace dtensor {

/// Searches other layouts of a plan, and of forms of its module in which
/// stacked loops are pipelined, all or one of them. Takes the best one. Returns
/// whether the plan has changed.
bool planStages(Plan &plan, llvm::function_ref<bool(Plan &)> search);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_PIPELINEPLAN_H
