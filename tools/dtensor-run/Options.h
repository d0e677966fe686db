//===- Options.h - The options of dtensor-run -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_RUN_OPTIONS_H
#define DTENSOR_TOOLS_DTENSOR_RUN_OPTIONS_H

#include "dtensor/Driver/CompiledProgram.h"
#include "dtensor/Driver/LayoutRequest.h"
#include "dtensor/Launch/ValueFiles.h"
#include <string>
#include <vector>

namespace dtensor {

/// What the results of a run are compared with.
enum class CheckWith { Nothing, OneDevice, Reference, Values };

/// The command line, checked and with defaults filled in. Paths are empty where
/// nothing is asked for.
struct RunOptions : ValueFiles {
  std::string program;
  std::string entry;
  LayoutRequest layouts;

  CheckWith check = CheckWith::Nothing;
  /// Of `check`: every value of the entry function, not only its results.
  bool checkEachOp = false;
  /// Of `CheckWith::Values`.
  std::string checkDirectory;
  /// Whether the reference interpreter evaluates the program, and nothing is
  /// compiled.
  bool interpret = false;
  /// Scalar operations that the interpreter may do; 0: any number.
  uint64_t interpretLimit = 10'000'000'000;
  /// Seconds until a terminal shows what is being done.
  double progressAfter = 2;

  bool reportTable = false;
  std::string reportFile;
  /// Bytes that an unforced full replication may receive; nothing: any number.
  std::optional<int64_t> replicationLimit;
  bool printLayouts = false;
  /// Names of values, with or without `%`.
  std::vector<std::string> showLayouts;
  /// 0: do not time.
  unsigned timedRuns = 0;
  std::string timesFile;
  std::optional<Stage> dumpAfter;
  /// A regular expression: which categories of remarks to show.
  std::string remarks;
  CompileOptions compile;

  /// Whether anything is shown of how the program is partitioned.
  bool showsPartition() const {
    return reportTable || !reportFile.empty() || replicationLimit ||
           printLayouts || !showLayouts.empty() || !compile.explain.empty();
  }

  /// Whether files and layouts belong to one function's arguments and results.
  bool isAboutOneFunction() const {
    return areNamed() || !reportFile.empty() || check == CheckWith::Values ||
           !timesFile.empty() || !layouts.arguments.empty() ||
           !layouts.results.empty();
  }
};

/// Parses the command line. Errors say what was wrong with it.
llvm::Expected<RunOptions> parseCommandLine(int argc, char **argv);

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_RUN_OPTIONS_H
