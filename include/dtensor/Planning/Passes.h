//===- Passes.h - Which layouts values have ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PLANNING_PASSES_H
#define DTENSOR_PLANNING_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace dtensor {
class Machine;
class SharedChoices;

#define GEN_PASS_DECL
#include "dtensor/Planning/Passes.h.inc"

/// Prices plans on `machine`, which must outlive the pass. If it is null, the
/// option `machine` names the file of one. Layouts propagate with the choices
/// in `choices`, which must outlive the pass and may be null.
std::unique_ptr<mlir::Pass> createPlanLayouts(const PlanLayoutsOptions &options,
                                              const Machine *machine,
                                              SharedChoices *choices);

#define GEN_PASS_REGISTRATION
#include "dtensor/Planning/Passes.h.inc"

} // namespace dtensor

#endif // DTENSOR_PLANNING_PASSES_H
