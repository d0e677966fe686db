//===- Timing.h - Seconds per run -------------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_RUN_TIMING_H
#define DTENSOR_TOOLS_DTENSOR_RUN_TIMING_H

#include "dtensor/Driver/CompiledProgram.h"

namespace dtensor {

/// The times of runs, after a first one that is not timed.
struct Timing {
  std::vector<double> samples;
  double compileSeconds;

  double getMinimum() const;
  double getMedian() const;

  void print(llvm::raw_ostream &os) const;
  void printAsJSON(llvm::raw_ostream &os) const;
};

/// Errors: those that the program raised.
llvm::Expected<Timing> timeRuns(CompiledProgram &program,
                                Invocation &invocation, unsigned runs);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_RUN_TIMING_H
