//===- Launch.h - The command line of a compiled program --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAUNCH_LAUNCH_H
#define DTENSOR_LAUNCH_LAUNCH_H

#include "dtensor/Launch/LinkedProgram.h"
#include "dtensor/Launch/ValueFiles.h"

namespace dtensor {

/// The options of a run.
struct LaunchOptions {
  ValueFiles files;
  /// See dt_set_watchdog.
  double watchdog = -1;
  /// The folder for flight records after an error; empty for the default.
  std::string flightRecords;
  /// The number of runs whose time is measured.
  unsigned timedRuns = 0;
  /// The file for the times as JSON; empty for none.
  std::string timesFile;
  /// Whether the communication report is printed to stderr, and the file for
  /// it; empty for none.
  bool printReport = false;
  std::string reportFile;
};

/// Runs a program with the requested inputs and compares its results. Returns
/// the exit code: 0; 1 if a check failed or the program raised an error; 2 for
/// bad input. Errors are reported to stderr.
int launch(const DtProgramInfo &info, const LaunchOptions &options);

} // namespace dtensor

#endif // DTENSOR_LAUNCH_LAUNCH_H
