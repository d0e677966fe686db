//===- PlanTrace.h - Traces of the plan search ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_PROPOSALS_PLANTRACE_H
#define DTENSOR_LIB_PLANNING_PROPOSALS_PLANTRACE_H

#include "CarriedLayouts.h"
#include "PlanEntries.h"

namespace dtensor {

/// Writes the subject of a trial.
using Description = llvm::function_ref<void(llvm::raw_ostream &)>;

/// Traces that another plan was tried, and that `findObjection` has returned
/// `objection`. Does nothing if planning is not traced.
void traceTrial(const PlanCost &cost, const PlanCost &before,
                const char *objection, Description describe);

/// Traces that a plan is the present one from now on.
void traceTaken(Description describe);

void describeEntry(llvm::raw_ostream &os, const PlanEntry &entry,
                   const Mesh &mesh);
/// Describes an op that is forced to take its operands in these layouts.
void describeForced(llvm::raw_ostream &os, mlir::Operation *op,
                    const OpLayouts &layouts, const Mesh &mesh);
void describeCarried(llvm::raw_ostream &os,
                     llvm::ArrayRef<CarriedLayout> carried, const Mesh &mesh);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_PROPOSALS_PLANTRACE_H
