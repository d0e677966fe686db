//===- Passes.h - Passes that analyze the local view ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_ANALYSIS_PASSES_H
#define DTENSOR_ANALYSIS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace dtensor {

#define GEN_PASS_DECL
#include "dtensor/Analysis/Passes.h.inc"

/// Prints to `os`; the registered pass prints to stderr.
std::unique_ptr<mlir::Pass> createPrintCommunication(llvm::raw_ostream &os);

#define GEN_PASS_REGISTRATION
#include "dtensor/Analysis/Passes.h.inc"

} // namespace dtensor

#endif // DTENSOR_ANALYSIS_PASSES_H
