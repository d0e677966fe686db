//===- MutantResults.h - The detected faults, with oracles ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_ENUMERATE_MUTANTRESULTS_H
#define DTENSOR_TOOLS_DTENSOR_ENUMERATE_MUTANTRESULTS_H

#include "dtensor/Driver/StatusLine.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace dtensor {

/// The name of a fault: `linalg.matmul | ([i,k],... | drop k of ...`.
struct MutantName {
  std::string op, form, kind, place;

  std::string str() const {
    return op + " | " + form + " | " + kind + " " + place;
  }
};

/// Faults that are known not to be detected, with reasons. A line `equivalent
/// OP | FORM | KIND PLACE | REASON` is for a change that is no fault, since the
/// changed rule is also correct. A line `missed ...` is for a real fault. `*`
/// stands for any characters. Lines may be empty or start with `#`.
class KnownMutants {
public:
  struct Entry {
    bool isEquivalent;
    std::string op, form, fault, reason;

    std::string str() const { return op + " | " + form + " | " + fault; }
  };

  static llvm::Expected<KnownMutants> read(llvm::StringRef path);

  /// Returns null if the fault should be detected.
  const Entry *find(const MutantName &mutant) const;
  llvm::ArrayRef<Entry> getEntries() const { return entries; }

private:
  std::vector<Entry> entries;
};

/// The outcome for one fault.
struct MutantVerdict {
  /// The oracle that detected it; empty if none did.
  std::string oracle;
  /// The trial, and its message.
  std::string trial, message;
};

/// All verdicts, including those of earlier runs with the same journal.
class MutantResults {
public:
  /// On a terminal, faults that take more than `patience` seconds are shown.
  explicit MutantResults(KnownMutants known, double patience = 2)
      : known(std::move(known)), line(patience) {}

  /// Reads the existing journal, and appends to it.
  llvm::Error openJournal(llvm::StringRef path);
  /// Takes over the verdict of the journal, if it has one.
  bool takeFromJournal(const MutantName &mutant);

  void expect(size_t numMutants) { numExpected += numMutants; }
  void add(const MutantName &mutant, const MutantVerdict &verdict);
  /// Shows a fault on a terminal that has taken long until now.
  void showRunning(double seconds, const MutantName &mutant) {
    line.show(seconds, [&] { return mutant.str(); });
  }

  /// Counts entries of the known faults as failures if they match no fault. An
  /// entry fails if `all` has no fault of that name that earlier entries do not
  /// match, or if all such faults were planted and detected.
  void checkKnown(llvm::ArrayRef<MutantName> all);

  /// The number of faults that were detected, or that are equivalent.
  size_t getNumPassed() const { return numPassed; }
  /// The number of faults that were neither detected nor known, and of known
  /// entries that no longer hold.
  size_t getNumFailed() const { return failures.size(); }
  void print(llvm::raw_ostream &os) const;
  /// Writes a page in Markdown.
  llvm::Error writeTable(llvm::StringRef path) const;

private:
  using Clock = std::chrono::steady_clock;

  void count(const MutantName &mutant, const MutantVerdict &verdict);
  std::vector<std::vector<std::string>> makeCells() const;

  KnownMutants known;
  /// By kind, then by oracle, `equivalent` or `missed`.
  std::map<std::string, std::map<std::string, size_t>> counts;
  std::vector<std::string> failures;
  /// Whether a fault was detected, by name.
  std::map<std::string, bool> seen;
  std::map<std::string, MutantVerdict> journaled;
  std::unique_ptr<llvm::raw_fd_ostream> journal;
  size_t numExpected = 0, numDone = 0, numPassed = 0;
  Clock::time_point lastShown = Clock::now();
  StatusLine line;
};

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_MUTANTRESULTS_H
