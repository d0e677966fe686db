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
  /// With the error that the case says some of its layouts get.
  KnownRejection,
  Wrong,
  /// Moves more than the op's row of the table of coverage says, or in another
  /// way than the case does, or has a device do more than its part.
  Excess,
  /// Gathers a value whole though nothing asks for it, and the case does not
  /// say why.
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
  /// Names of ops for which a value was gathered whole, though no annotation
  /// asks for it; comma-separated.
  std::string replicatedFor = {};
  /// What the most loaded device receives, and may receive.
  int64_t bytes = 0, bound = 0;
  /// The axis of which the case says that it does not divide all work, if the
  /// trial shards that one only, and whether it did not.
  std::string excused = {};
  bool isExcuseNeeded = false;
  /// Of `Fate::Excess`: `bytes`, `work` or `collectives`. Not part of the text.
  llvm::StringRef excess = {};

  /// One line without its end.
  std::string str() const;
  static Outcome parse(llvm::StringRef line);
};

/// All outcomes, also of earlier runs with the same journal.
class Results {
public:
  /// On a terminal, trials that take more than `patience` seconds are shown.
  explicit Results(double patience = 2) : line(patience) {}

  /// Reads what is there and appends to it.
  llvm::Error openJournal(llvm::StringRef path);
  bool isKnown(llvm::StringRef trial) const;

  /// Announces trials, for the progress that is shown.
  void expect(size_t numTrials) { numExpected += numTrials; }
  /// Announces trials that the journal has.
  void countKnown(size_t numTrials) { numKnown += numTrials; }
  /// Why the ops of a case gather what they gather, and that some of its
  /// layouts are rejected.
  void explain(const Case &testCase);
  /// Counts as failures what cases say of which no trial was an example, though
  /// there were many: it would hide what comes back. If `areAxesTried`, what
  /// they say of axes, too.
  void checkReasons(bool areAxesTried);
  void add(const Case &testCase, llvm::StringRef trial, const Outcome &outcome);

  /// Shows a trial on a terminal that has taken long until now.
  void showRunning(double seconds, llvm::function_ref<std::string()> describe) {
    line.show(seconds, describe);
  }

  size_t getNumPassed() const;
  size_t getNumFailed() const;
  void print(llvm::raw_ostream &os) const;
  llvm::Error writeTable(llvm::StringRef path) const;

private:
  /// Of one case.
  struct Row {
    std::array<size_t, kNumFates> counts = {};
    std::map<std::string, size_t> replicatedFor;
    std::string gathers;
    /// The key of what the file says of it.
    std::string entry;
    /// The greatest part of its bound that a trial has used, of those that may
    /// move anything.
    double usedBound = 0;
    /// By axis that a trial shards and that the case says is undivided, whether
    /// it was in any.
    std::map<std::string, bool> excused;
  };

  using Clock = std::chrono::steady_clock;

  void count(llvm::StringRef row, llvm::StringRef trial,
             const Outcome &outcome);
  void showProgress();
  std::vector<std::vector<std::string>> makeCells() const;

  /// What a file says of all rows of an entry.
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
