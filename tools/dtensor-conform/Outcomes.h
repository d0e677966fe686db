//===- Outcomes.h - The outcomes of all trials ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_CONFORM_OUTCOMES_H
#define DTENSOR_TOOLS_DTENSOR_CONFORM_OUTCOMES_H

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <string>
#include <vector>

namespace dtensor {

/// Trials that are known to fail, with reasons. Each line is `GLOB: REASON`,
/// where the glob matches `name/of/file trial`. Lines may be empty or start
/// with `#`.
class KnownFailures {
public:
  static llvm::Expected<KnownFailures> read(llvm::StringRef path);

  /// The reason why the trial fails; empty if it should pass.
  llvm::StringRef find(llvm::StringRef trial) const;

private:
  std::vector<std::pair<std::string, std::string>> entries;
};

/// Counts outcomes by op, in the order of names.
class Outcomes {
public:
  explicit Outcomes(KnownFailures known) : known(std::move(known)) {}

  /// Adds one trial of a subject. `message` is the reason why it failed, or the
  /// communication of the program.
  void add(llvm::StringRef op, llvm::StringRef trial, bool isSharded,
           bool passed, llvm::StringRef message);

  /// The number of trials that failed but should pass, or passed but should
  /// fail.
  size_t getNumFailed() const { return failures.size(); }
  size_t getNumPassed() const { return numPassed; }
  size_t getNumKnown() const { return numKnown; }
  const std::vector<std::string> &getFailures() const { return failures; }

  /// Writes a page in Markdown.
  llvm::Error writeTable(llvm::StringRef path) const;

private:
  struct Count {
    size_t passed = 0, total = 0;
  };
  struct Row {
    Count alone, sharded;
    size_t gathered = 0;
    /// The reasons why trials fail or gather, with their number of trials.
    std::map<std::string, size_t> reasons;
  };

  KnownFailures known;
  std::map<std::string, Row> rows;
  std::vector<std::string> failures;
  size_t numPassed = 0, numKnown = 0;
};

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_CONFORM_OUTCOMES_H
