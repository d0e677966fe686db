//===- RuleMutants.h - Whether faults of sharding rules are seen *- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_RULEMUTANTS_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_RULEMUTANTS_H

#include "Batches.h"
#include "MutantResults.h"

namespace dtensor {

struct RuleMutantOptions {
  /// Every `stride`-th fault is planted, beginning with number `offset`.
  size_t stride = 1, offset = 0;
  /// Selects only faults with this text in their names.
  std::string only;
  unsigned jobs = 2;
  double timeoutSeconds = 20;
  /// Whether the batches are those of all cases. Each known entry must then
  /// match some fault.
  bool checkKnown = false;
};

/// Plants one fault after another in the rules that the batches' programs use.
/// Runs the batches that use the rule until one of them detects the fault.
void runRuleMutants(const RuleMutantOptions &options,
                    llvm::ArrayRef<Batch> batches, TrialCompilers &compilers,
                    MutantResults &results);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_RULEMUTANTS_H
