//===- Fuzz.h - Random programs on one device and on many -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_FUZZ_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_FUZZ_H

#include "Batches.h"
#include <deque>

namespace dtensor {

struct FuzzOptions {
  uint64_t firstSeed = 1;
  size_t numPrograms = 0;
  unsigned jobs = 2;
  double timeoutSeconds = 20;
};

/// Runs random programs of 10 to 60 statements under random layouts, and
/// compares with one device. Programs that differ, crash or hang are simplified
/// as long as they still do, and are written to `os` with their layouts.
void runRandomPrograms(const FuzzOptions &options, TrialCompilers &compilers,
                       Results &results, llvm::raw_ostream &os);

/// The same programs as batches of one trial. `cases` owns the cases that these
/// point to. Programs that do not parse are left out.
std::vector<Batch> makeRandomBatches(uint64_t firstSeed, size_t count,
                                     mlir::MLIRContext &context,
                                     std::deque<Case> &cases);

/// Compiles programs of `cases` with changes in their text: parts are removed,
/// doubled or exchanged. They may be rejected. A crash or a hang is a failure,
/// and so is a rejection without a message.
void runMutants(const FuzzOptions &options, llvm::ArrayRef<Case> cases,
                TrialCompilers &compilers, Results &results,
                llvm::raw_ostream &os);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_FUZZ_H
