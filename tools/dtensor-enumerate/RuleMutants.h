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
  /// One of so many faults, those number `offset` of so many like parts.
  size_t stride = 1, offset = 0;
  /// Only faults that have this in their names.
  std::string only;
  unsigned jobs = 2;
  double timeoutSeconds = 20;
  /// Whether the batches are those of all cases: then what is known must be
  /// true of some fault.
  bool checkKnown = false;
};

/// Plants one fault after another in the rules that the batches' programs ask
/// for, and runs those batches that ask for the rule until one sees the fault.
void runRuleMutants(const RuleMutantOptions &options,
                    llvm::ArrayRef<Batch> batches, TrialCompilers &compilers,
                    MutantResults &results);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_RULEMUTANTS_H
