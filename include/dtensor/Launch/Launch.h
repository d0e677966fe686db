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
  /// The seconds that a device may wait; 0 means no limit. By default there is
  /// none, but 60 for several processes.
  std::optional<double> watchdog;
  /// See `Job::order`.
  std::vector<std::string> processOrder;
  /// The command line, which all processes must have in common.
  std::string commandLine;
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

/// Runs a program with the requested inputs and compares its results, together
/// with the other processes of a job if there is one. Returns the exit code: 0;
/// 1 if a check failed or the program raised an error; 2 for bad input. Errors
/// are reported to stderr.
int launch(const DtProgramInfo &info, const LaunchOptions &options);

} // namespace dtensor

#endif // DTENSOR_LAUNCH_LAUNCH_H
