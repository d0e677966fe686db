//===- AmongProcesses.h - Trials that several processes run -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_AMONGPROCESSES_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_AMONGPROCESSES_H

#include "Batches.h"
#include "dtensor/Launch/Job.h"

namespace dtensor {

/// Runs each trial by all processes of `job` together, and compares it bit by
/// bit with a run in one process. Trials that do not run in one process are
/// left out. Prints what differs, and `N passed, N failed` in the first
/// process. Returns the exit code of this process.
int runAmongProcesses(llvm::ArrayRef<Batch> batches, TrialCompilers &compilers,
                      const Processor &processor, const Job &job);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_AMONGPROCESSES_H
