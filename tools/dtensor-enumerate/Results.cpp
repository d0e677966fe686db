//===- Results.cpp - The results of trials --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Results.h"

#include "dtensor/Driver/TextTable.h"
#include "dtensor/Host/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include <numeric>

using llvm::StringRef;

namespace dtensor {

static constexpr std::array<llvm::StringLiteral, kNumFates> fateNames = {
    "passed", "known", "wrong",    "excess",  "gathered",
    "crash",  "hang",  "rejected", "no-rule", "alone",
};

static bool isGood(Fate fate) {
  return fate == Fate::Passed || fate == Fate::KnownRejection;
}

std::string Outcome::str() const {
  return (fateNames[static_cast<size_t>(fate)] + "\t" + llvm::Twine(bytes) +
          "/" + llvm::Twine(bound) +
          (excused.empty() ? "" : (isExcuseNeeded ? "/needs " : "/has ")) +
          excused + "\t" + replicatedFor + "\t" + message)
      .str();
}

Outcome Outcome::parse(StringRef line) {
  auto [fate, rest] = line.split('\t');
  auto [volume, texts] = rest.split('\t');
  auto [replicatedFor, message] = texts.split('\t');
  auto [bytesText, limit] = volume.split('/');
  auto [boundText, excuse] = limit.split('/');
  auto [excuseVerb, excused] = excuse.split(' ');
  int64_t bytes = 0, bound = 0;
  bytesText.getAsInteger(10, bytes);
  boundText.getAsInteger(10, bound);
  auto it = llvm::find(fateNames, fate);
  if (it == fateNames.end())
    return {Fate::Crashed, "wrote '" + line.str() + "'"};
  return {static_cast<Fate>(it - fateNames.begin()),
          message.str(),
          replicatedFor.str(),
          bytes,
          bound,
          excused.str(),
          excuseVerb == "needs"};
}

llvm::Error Results::openJournal(StringRef path) {
  if (auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true)) {
    llvm::SmallVector<StringRef> lines;
    (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef line : lines) {
      auto [row, rest] = line.split('\t');
      auto [trial, outcome] = rest.split('\t');
      count(row, trial, Outcome::parse(outcome));
      known.emplace(trial, true);
    }
  }
  std::error_code error;
  journal = std::make_unique<llvm::raw_fd_ostream>(path, error,
                                                   llvm::sys::fs::OF_Append);
  if (error)
    return llvm::createStringError(path + ": " + error.message());
  return llvm::Error::success();
}

bool Results::isKnown(StringRef trial) const {
  return known.find(trial) != known.end();
}

void Results::count(StringRef row, StringRef trial, const Outcome &outcome) {
  Row &counts = rows[row.str()];
  ++counts.counts[static_cast<size_t>(outcome.fate)];
  llvm::SmallVector<StringRef> ops;
  StringRef(outcome.replicatedFor).split(ops, ',', -1, /*KeepEmpty=*/false);
  for (StringRef op : ops)
    ++counts.replicatedFor[op.str()];
  if (outcome.bound > 0)
    counts.usedBound =
        std::max(counts.usedBound, double(outcome.bytes) / outcome.bound);
  if (!outcome.excused.empty())
    counts.excused[outcome.excused] |= outcome.isExcuseNeeded;
  if (!isGood(outcome.fate))
    failures[trial.str()] =
        (fateNames[static_cast<size_t>(outcome.fate)] + ": " + outcome.message)
            .str();
}

static std::string getRowName(const Case &testCase) {
  return testCase.family + " " + testCase.name;
}

void Results::explain(const Case &testCase) {
  std::string entry = testCase.family + " " + testCase.entry;
  Row &row = rows[getRowName(testCase)];
  row.gathers = testCase.gathers;
  row.entry = entry;
  entries[entry] = {testCase.gathers, testCase.rejection};
}

/// The number of trials in which an example of a case's directive should have
/// occurred.
static constexpr size_t kManyTrials = 200;

void Results::checkReasons(bool areAxesTried) {
  for (const auto &[key, entry] : entries) {
    size_t numTrials = 0, numGathered = 0, numRejected = 0;
    std::map<std::string, bool> excused;
    for (const auto &[name, row] : rows) {
      if (row.entry != key)
        continue;
      numTrials +=
          std::accumulate(row.counts.begin(), row.counts.end(), size_t(0));
      for (const auto &[op, count] : row.replicatedFor)
        numGathered += StringRef(op).contains('[') ? 0 : count;
      numRejected += row.counts[static_cast<size_t>(Fate::KnownRejection)];
      for (const auto &[axis, isNeeded] : row.excused)
        excused[axis] |= isNeeded;
    }
    auto check = [&](StringRef keyword, StringRef text, size_t numExamples) {
      if (numTrials < kManyTrials || text.empty() || numExamples > 0)
        return;
      ++numStaleReasons;
      failures[key + " " + keyword.str()] =
          ("stale: none of " + llvm::Twine(numTrials) + " trials needs '//! " +
           keyword + " " + text + "'")
              .str();
    };
    check("gathers", entry.gathers, numGathered);
    check("rejects", entry.rejection, numRejected);
    for (const auto &[axis, isNeeded] : excused) {
      if (isNeeded || !areAxesTried)
        continue;
      ++numStaleReasons;
      failures[key + " undivided " + axis] =
          "stale: no trial needs '//! undivided " + axis + "'";
    }
  }
}

void Results::add(const Case &testCase, StringRef trial,
                  const Outcome &outcome) {
  std::string row = getRowName(testCase);
  count(row, trial, outcome);
  ++numDone;
  if (journal) {
    *journal << row << "\t" << trial << "\t" << outcome.str() << "\n";
    journal->flush();
  }
  line.hide();
  if (!isGood(outcome.fate))
    llvm::errs() << "FAIL " << trial << ": " << failures[trial.str()] << "\n";
  showProgress();
}

void Results::showProgress() {
  if (numDone < numExpected &&
      Clock::now() - lastShown < std::chrono::seconds(5))
    return;
  lastShown = Clock::now();
  llvm::errs() << "[" << numDone << "/" << numExpected << "] "
               << failures.size() << " failed\n";
}

size_t Results::getNumPassed() const {
  size_t sum = 0;
  for (const auto &[name, row] : rows)
    sum += row.counts[static_cast<size_t>(Fate::Passed)] +
           row.counts[static_cast<size_t>(Fate::KnownRejection)];
  return sum;
}

size_t Results::getNumFailed() const {
  size_t sum = 0;
  for (const auto &[name, row] : rows)
    sum += std::accumulate(row.counts.begin(), row.counts.end(), size_t(0));
  return sum - getNumPassed() + numStaleReasons;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

std::vector<std::vector<std::string>> Results::makeCells() const {
  std::vector<std::vector<std::string>> cells = {{"case", "trials"}};
  llvm::append_range(
      cells.front(),
      llvm::map_range(fateNames, [](StringRef fate) { return fate.str(); }));
  cells.front().push_back("of bound");
  cells.front().push_back("gathered whole for");
  for (const auto &[name, row] : rows) {
    size_t numTrials =
        std::accumulate(row.counts.begin(), row.counts.end(), size_t(0));
    if (numTrials == 0)
      continue;
    std::vector<std::string> line = {name, std::to_string(numTrials)};
    for (size_t count : row.counts)
      line.push_back(count == 0 ? "." : std::to_string(count));
    line.push_back(llvm::formatv("{0:P0}", row.usedBound).str());
    llvm::SmallVector<std::string> ops;
    for (const auto &[op, count] : row.replicatedFor)
      ops.push_back(op + " (" + std::to_string(count) + ")");
    if (!ops.empty() && !row.gathers.empty())
      ops.back() += ": " + row.gathers;
    line.push_back(llvm::join(ops, ", "));
    cells.push_back(std::move(line));
  }
  return cells;
}

void Results::print(llvm::raw_ostream &os) const {
  auto cells = makeCells();
  TextTable table(TextTable::Row(llvm::ArrayRef(cells.front())));
  for (const auto &line : llvm::drop_begin(cells))
    table.add(TextTable::Row(llvm::ArrayRef(line)));
  table.print(os);
  for (const auto &[trial, message] : failures)
    os << "FAIL " << trial << ": " << message << "\n";
}

llvm::Error Results::writeTable(StringRef path) const {
  return writeFile(path, [&](llvm::raw_ostream &os) {
    os << R"(# Every op under every layout

Made by `dtensor-enumerate --table`. Each trial runs a case under one choice of
extents, mesh and layouts and compares with one device: bit by bit, unless the
case says why it cannot. A case states how many bytes its op may move; of
several annotated values one stays, and the others may each be moved once, or
used as they are.

| column | trials that |
|---|---|
| known | were rejected with the error that the case documents |
| wrong | gave another result than one device |
| excess | received more bytes than the case allows, or by other collectives |
| gathered | gathered a value whole though no annotation and no reason of the case asks for it |
| crash, hang | ended or stopped the process |
| rejected, no-rule | were rejected for another reason, or since an op has no rule |
| alone | do not run on one device either |

`of bound` is the greatest part of the allowed bytes that a trial received, and
the last column says how many trials gathered a value whole without being asked
to, for which op, and why that is so: `[cheaper]` is less than a tenth of what the
case says that the op moves where it uses the sharding, `[on one device]` what an
annotation gives to one device, an axis of one position.

What `--all` tries of a case:

- every layout of each argument and each result by itself, for even and uneven
  extents, on `x=2`, `x=3`, `x=2,y=2` and `x=2,y=3`; and where an extent is
  smaller than the mesh, 1 or 0, on `x=2` and `x=3`;
- a sample of four layouts of each value on `x=2,y=2,z=2`, and on two dimensions
  where an extent is smaller than the mesh, 1 or 0;
- half as many trials again with layouts of two values, or of all, by chance;
- of layouts that differ by which of two dimensions of one size is which, one
  and an eighth of the others;
- of cases that differ in the element type or in what is computed on elements
  only, one as above and 192 trials of each other one.

One trial in sixteen runs optimized code and has MLIR's verifier see each pass.
All together are hours on a core of its own. `--trials` chooses alike in every
run, and a journal keeps what was done; trials that had failed were run again
when they were mended.

)";
    os << "This table has " << numKnown + numDone << " of "
       << numKnown + numExpected
       << " trials that were asked for. Uneven\nextents of all cases come "
          "first, then those that are small, even ones last.\n\n";
    auto cells = makeCells();
    for (const auto &[number, line] : llvm::enumerate(cells)) {
      os << "| " << llvm::join(line, " | ") << " |\n";
      if (number == 0)
        os << "|"
           << llvm::join(std::vector<std::string>(line.size(), "---"), "|")
           << "|\n";
    }
    os << "\n"
       << getNumPassed() << " passed, " << getNumFailed() << " failed\n";
    for (const auto &[trial, message] : failures)
      os << "- `" << trial << "`: " << message << "\n";
  });
}

} // namespace dtensor
