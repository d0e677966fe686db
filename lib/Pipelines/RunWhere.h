//===- RunWhere.h - Passes that run where they are needed -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PIPELINES_RUNWHERE_H
#define DTENSOR_LIB_PIPELINES_RUNWHERE_H

#include "mlir/Pass/PassManager.h"

namespace dtensor {

/// Whether a pass has something to do for an op.
using NeedsPass = std::function<bool(mlir::Operation *)>;

/// A pass that runs `pass` if an op within the one that it runs on needs it.
/// Many of upstream's passes look at all ops several times, fold them and try
/// patterns, before they find out that there is nothing to do. In a large
/// program one look costs much less.
std::unique_ptr<mlir::Pass> createRunWhere(NeedsPass needs,
                                           std::unique_ptr<mlir::Pass> pass);

/// The op is of the dialect called `name`.
NeedsPass isOfDialect(llvm::StringRef name);

} // namespace dtensor

#endif // DTENSOR_LIB_PIPELINES_RUNWHERE_H
