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

/// Whether `form` is clearly cheaper after layouts have been propagated: at
/// most 9/10 of the bytes may be left, and the total cost must be lower. `form`
/// is a module with a mesh that computes the same as the original. Returns
/// false after an error. `name` is for traces.
bool isRewriteBeneficial(llvm::StringRef name, mlir::ModuleOp form,
                         const PlanCost &before, bool replicateUnknown);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_REWRITEBENEFIT_H
