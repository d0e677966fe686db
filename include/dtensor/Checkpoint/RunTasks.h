//===- RunTasks.h - Tasks of several threads --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CHECKPOINT_RUNTASKS_H
#define DTENSOR_CHECKPOINT_RUNTASKS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace dtensor {

/// Calls `run(task, thread)` for each task from 0 to `count` - 1, by at most
/// `numThreads` threads, of which this one is the first. Each takes the next
/// task when it has done one. After an error no task begins. Errors: that of
/// one task.
llvm::Error runTasks(int64_t count, unsigned numThreads,
                     llvm::function_ref<llvm::Error(int64_t, unsigned)> run);

/// The number of threads that read and write files, by the processor.
unsigned getNumFileThreads();

} // namespace dtensor

#endif // DTENSOR_CHECKPOINT_RUNTASKS_H
