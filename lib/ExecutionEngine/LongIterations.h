//===- LongIterations.h - Several vectors at a time -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_EXECUTIONENGINE_LONGITERATIONS_H
#define DTENSOR_LIB_EXECUTIONENGINE_LONGITERATIONS_H

#include "llvm/IR/PassManager.h"

namespace dtensor {

/// Asks LLVM's vectoriser to compute several vectors at a time in loops of
/// elementary functions.
///
/// A polynomial is a chain in which each instruction waits for the one before.
/// A processor fills the wait with the next iterations, but looks at some
/// hundred instructions only, and tanh, exp and log in one iteration are as
/// many. Then it waits most of the time. With four or eight vectors in an
/// iteration, it always finds as many chains. LLVM interleaves short loops and
/// reductions by itself, and never long ones. The results do not depend on it.
struct LongIterations : llvm::PassInfoMixin<LongIterations> {
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace dtensor

#endif // DTENSOR_LIB_EXECUTIONENGINE_LONGITERATIONS_H
