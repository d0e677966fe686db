//===- MutantResults.h - Which faults were seen, and by what ----*- C++ -*-===//
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

/// Faults that are known not to be seen, and why: lines
/// `equivalent OP | FORM | KIND PLACE | REASON` of what is no fault, since the
/// rule says something else that is also so, and `missed ...` of what is one.
/// `*` stands for any characters. Lines may be empty or start with `#`.
class KnownMutants {
public:
  struct Entry {
    bool isEquivalent;
    std::string op, form, fault, reason;

    std::string str() const { return op + " | " + form + " | " + fault; }
  };

  static llvm::Expected<KnownMutants> read(llvm::StringRef path);

  /// Null if the fault should be seen.
  const Entry *find(const MutantName &mutant) const;
  llvm::ArrayRef<Entry> getEntries() const { return entries; }

private:
  std::vector<Entry> entries;
};

/// What became of one fault.
struct MutantVerdict {
  /// What saw it; empty if nothing did.
  std::string oracle;
  /// The trial, and what was said of it.
  std::string trial, message;
};

/// All verdicts, also of earlier runs with the same journal.
class MutantResults {
public:
  /// On a terminal, faults that take more than `patience` seconds are shown.
  explicit MutantResults(KnownMutants known, double patience = 2)
      : known(std::move(known)), line(patience) {}

  /// Reads what is there and appends to it.
  llvm::Error openJournal(llvm::StringRef path);
  /// The verdict of the journal, if it has one, is taken over.
  bool takeFromJournal(const MutantName &mutant);

  void expect(size_t numMutants) { numExpected += numMutants; }
  void add(const MutantName &mutant, const MutantVerdict &verdict);
  /// Shows a fault on a terminal that has taken long until now.
  void showRunning(double seconds, const MutantName &mutant) {
    line.show(seconds, [&] { return mutant.str(); });
  }

  /// Counts as failures entries of what is known that are true of no fault:
  /// `all` has none of that name which no entry before names, or all of them
  /// were planted and seen.
  void checkKnown(llvm::ArrayRef<MutantName> all);

  /// Faults that were seen, or that are equivalent.
  size_t getNumPassed() const { return numPassed; }
  /// Those that were not seen and are not known, and what is not known any
  /// more.
  size_t getNumFailed() const { return failures.size(); }
  void print(llvm::raw_ostream &os) const;
  /// A page in Markdown.
  llvm::Error writeTable(llvm::StringRef path) const;

private:
  using Clock = std::chrono::steady_clock;

  void count(const MutantName &mutant, const MutantVerdict &verdict);
  std::vector<std::vector<std::string>> makeCells() const;

  KnownMutants known;
  /// By kind, then by oracle, `equivalent` or `missed`.
  std::map<std::string, std::map<std::string, size_t>> counts;
  std::vector<std::string> failures;
  /// Whether a fault was seen, by name.
  std::map<std::string, bool> seen;
  std::map<std::string, MutantVerdict> journaled;
  std::unique_ptr<llvm::raw_fd_ostream> journal;
  size_t numExpected = 0, numDone = 0, numPassed = 0;
  Clock::time_point lastShown = Clock::now();
  StatusLine line;
};

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_ENUMERATE_MUTANTRESULTS_H
