//===- Options.h - The options of dtensor-run -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_RUN_OPTIONS_H
#define DTENSOR_TOOLS_DTENSOR_RUN_OPTIONS_H

#include "dtensor/Driver/AutoLayoutRequest.h"
#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/Driver/LayoutRequest.h"
#include "dtensor/Launch/ValueFiles.h"
#include "dtensor/Machine/Machine.h"
#include <string>
#include <vector>

namespace dtensor {

/// The values that the results of a run are compared with.
enum class CheckWith { Nothing, OneDevice, OneProcess, Reference, Values };

/// The command line, checked and with defaults filled in. A path is empty where
/// none is given.
struct RunOptions : ValueFiles {
  std::string program;
  /// A folder of flight records to compare, instead of a program to run.
  std::string readFlightRecords;
  std::string entry;
  LayoutRequest layouts;
  /// Whether and how further layouts are chosen.
  std::optional<AutoLayoutRequest> autoLayout;

  CheckWith check = CheckWith::Nothing;
  /// For `check`: every value of the entry function is compared, not only its
  /// results.
  bool checkEachOp = false;
  /// For `CheckWith::Values`.
  std::string checkDirectory;
  /// Whether the reference interpreter evaluates the program, and nothing is
  /// compiled.
  bool interpret = false;
  /// The number of scalar operations that the interpreter may do; 0 means no
  /// limit.
  uint64_t interpretLimit = 10'000'000'000;
  /// The seconds after which a terminal shows the current step.
  double progressAfter = 2;

  /// Checkpoints that arguments are read from and results are written to.
  std::string inputCheckpoint;
  std::string outputCheckpoint;

  bool reportTable = false;
  std::string reportFile;
  /// The bytes that an unforced full replication may receive; nothing if there
  /// is no limit.
  std::optional<int64_t> replicationLimit;
  /// Whether the time of the program on `compile.machine` is predicted, instead
  /// of a run.
  bool predicts = false;
  /// Where the prediction goes as JSON. If it is empty, a table is printed.
  std::string predictionFile;
  bool printLayouts = false;
  /// Names of values, with or without `%`.
  std::vector<std::string> showLayouts;
  /// 0 means no timing.
  unsigned timedRuns = 0;
  std::string timesFile;
  /// The file for a profile.
  std::string profileFile;
  std::optional<Stage> dumpAfter;
  /// A regular expression for the categories of remarks to show.
  std::string remarks;
  /// See `Job::order`.
  std::vector<std::string> processOrder;
  /// The command line, which all processes must have in common.
  std::string commandLine;
  /// Whether there was a --watchdog.
  bool hasWatchdog = false;
  CompileOptions compile;

  /// Whether any information about the partitioning is shown.
  bool showsReport() const { return reportTable || !reportFile.empty(); }
  bool showsPartition() const {
    return showsReport() || replicationLimit || printLayouts ||
           !showLayouts.empty() || !compile.explain.empty() || predicts;
  }

  /// Whether files and layouts belong to one function's arguments and results.
  bool isAboutOneFunction() const {
    return areNamed() || !inputCheckpoint.empty() ||
           !outputCheckpoint.empty() || !reportFile.empty() ||
           !predictionFile.empty() || check == CheckWith::Values ||
           !timesFile.empty() || !profileFile.empty() || autoLayout ||
           !layouts.arguments.empty() || !layouts.results.empty();
  }
};

/// Parses the command line. Errors name the mistake.
llvm::Expected<RunOptions> parseCommandLine(int argc, char **argv);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_RUN_OPTIONS_H
