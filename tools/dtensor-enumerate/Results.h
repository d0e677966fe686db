//===- Results.h - The results of trials ------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_RESULTS_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_RESULTS_H

#include "CaseFile.h"
#include "dtensor/Driver/StatusLine.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <chrono>
#include <map>
#include <memory>

namespace dtensor {

enum class Fate {
  Passed,
  /// Fails with the error that the case expects for some of its layouts.
  KnownRejection,
  Wrong,
  /// Moves more than the op's limit in the table of coverage, uses collectives
  /// that the case does not name, or makes a device do more than its part.
  Excess,
  /// Gathers a value completely although no annotation asks for it, and the
  /// case gives no reason.
  Gathered,
  Crashed,
  Hung,
  Rejected,
  NoRule,
  /// The program does not run on one device either.
  Reference,
};
constexpr unsigned kNumFates = 10;

struct Outcome {
  Fate fate = Fate::Passed;
  std::string message = {};
  /// The names of ops for which a value was gathered completely although no
  /// annotation asks for it; comma-separated.
  std::string replicatedFor = {};
  /// The bytes that the most loaded device receives, and may receive.
  int64_t bytes = 0, bound = 0;
  /// The axis for which the case says that it does not divide all work, if the
  /// trial shards only that one and the work was indeed not divided.
  std::string excused = {};
  bool isExcuseNeeded = false;
  /// For `Fate::Excess`: `bytes`, `work` or `collectives`. It is not part of
  /// the text.
  llvm::StringRef excess = {};

  /// One line without its end.
  std::string str() const;
  static Outcome parse(llvm::StringRef line);
};

/// All outcomes, including those of earlier runs with the same journal.
class Results {
public:
  /// Trials that take more than `patience` seconds are shown on a terminal.
  explicit Results(double patience = 2) : line(patience) {}

  /// Reads the existing journal, and appends to it.
  llvm::Error openJournal(llvm::StringRef path);
  bool isKnown(llvm::StringRef trial) const;

  /// Announces trials, for the display of progress.
  void expect(size_t numTrials) { numExpected += numTrials; }
  /// Announces trials that the journal has.
  void countKnown(size_t numTrials) { numKnown += numTrials; }
  /// Records the reasons why the ops of a case gather values, and that some of
  /// its layouts are rejected.
  void explain(const Case &testCase);
  /// Counts a case's directive as a failure if none of many trials was an
  /// example of it, since it would hide an error that comes back. Directives
  /// about axes are included if `areAxesTried` is set.
  void checkReasons(bool areAxesTried);
  void add(const Case &testCase, llvm::StringRef trial, const Outcome &outcome);

  /// Shows a trial on a terminal if it has taken long.
  void showRunning(double seconds, llvm::function_ref<std::string()> describe) {
    line.show(seconds, describe);
  }

  size_t getNumPassed() const;
  size_t getNumFailed() const;
  void print(llvm::raw_ostream &os) const;
  llvm::Error writeTable(llvm::StringRef path) const;

private:
  /// The results of one case.
  struct Row {
    std::array<size_t, kNumFates> counts = {};
    std::map<std::string, size_t> replicatedFor;
    std::string gathers;
    /// The key of the file's directives for it.
    std::string entry;
    /// The largest fraction of its bound that a trial has used, among those
    /// that may move anything.
    double usedBound = 0;
    /// For each axis that a trial shards and that the case calls undivided,
    /// whether it was undivided in any trial.
    std::map<std::string, bool> excused;
  };

  using Clock = std::chrono::steady_clock;

  void count(llvm::StringRef row, llvm::StringRef trial,
             const Outcome &outcome);
  void showProgress();
  std::vector<std::vector<std::string>> makeCells() const;

  /// The directives of a file for all rows of an entry.
  struct Entry {
    std::string gathers, rejection;
  };

  /// By family and case.
  std::map<std::string, Row> rows;
  /// By family and entry.
  std::map<std::string, Entry> entries;
  size_t numStaleReasons = 0;
  std::map<std::string, std::string, std::less<>> failures;
  std::map<std::string, bool, std::less<>> known;
  std::unique_ptr<llvm::raw_fd_ostream> journal;
  size_t numExpected = 0, numDone = 0, numKnown = 0;
  Clock::time_point lastShown = Clock::now();
  StatusLine line;
};

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_RESULTS_H
