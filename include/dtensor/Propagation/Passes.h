//===- Passes.h - How layouts spread ----------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PROPAGATION_PASSES_H
#define DTENSOR_PROPAGATION_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace dtensor {
class SharedChoices;

#define GEN_PASS_DECL
#include "dtensor/Propagation/Passes.h.inc"

/// The option `explain` prints to `explanations`; without that, to stderr.
std::unique_ptr<mlir::Pass>
createPropagateLayouts(const PropagateLayoutsOptions &options,
                       llvm::raw_ostream &explanations);

/// Layouts propagate with the choices in `choices`, which must outlive the pass
/// and may be null.
std::unique_ptr<mlir::Pass> createSplitMesh(const SplitMeshOptions &options,
                                            SharedChoices *choices);

#define GEN_PASS_REGISTRATION
#include "dtensor/Propagation/Passes.h.inc"

} // namespace dtensor

#endif // DTENSOR_PROPAGATION_PASSES_H
