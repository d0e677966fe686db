//===- Timing.h - Seconds per run -------------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAUNCH_TIMING_H
#define DTENSOR_LAUNCH_TIMING_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

namespace dtensor {

/// The times of runs, after a first one that is not timed.
struct Timing {
  std::vector<double> samples;
  /// 0 if the program was compiled before.
  double compileSeconds;

  double getMinimum() const;
  double getMedian() const;

  void print(llvm::raw_ostream &os) const;
  void printAsJSON(llvm::raw_ostream &os) const;
};

/// Times `runs` calls of `run`. Errors: those of `run`.
llvm::Expected<Timing> timeRuns(llvm::function_ref<llvm::Error()> run,
                                unsigned runs, double compileSeconds);

} // namespace dtensor

#endif // DTENSOR_LAUNCH_TIMING_H
