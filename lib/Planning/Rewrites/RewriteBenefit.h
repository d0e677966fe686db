//===- RewriteBenefit.h - Whether a rewrite moves less ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_REWRITES_REWRITEBENEFIT_H
#define DTENSOR_LIB_PLANNING_REWRITES_REWRITEBENEFIT_H

#include "dtensor/Planning/PlanCost.h"

namespace dtensor {

/// Whether at most 9/10 of the bytes are left, and less is left in all, where
/// layouts have spread through `form`, a module with a mesh that computes the
/// same; no after an error. `name` is for traces.
bool isRewriteBeneficial(llvm::StringRef name, mlir::ModuleOp form,
                         const PlanCost &before, bool replicateUnknown);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_REWRITEBENEFIT_H
