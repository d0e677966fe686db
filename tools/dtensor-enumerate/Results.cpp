//===- Results.cpp - The results of trials --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Results.h"

#include "dtensor/Host/OutputFile.h"
#include "dtensor/Host/TextTable.h"
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

`dtensor-enumerate --table` made this page. A *case* is a small program, mostly
with one op. A *trial* runs a case under one choice of extents, mesh and layouts,
and compares the results with those of one device. They must be equal bit by bit,
unless the case says why they cannot be. The results of one device are compared
with those of the reference interpreter. Lines of a case say what its op may do
under a layout. For example, `//! still arg0.1` says that nothing may move if only
axis 1 of argument 0 is sharded. A trial that breaks such a line fails:

| line | about | a trial fails if it |
|---|---|---|
| `//! moves` | all | receives more bytes than this. If several values are annotated, one of them stays where it is; the bound is the cost of moving each of the others to it, or of using them as they are |
| `//! along` | an axis | receives more bytes than this in addition, and the axis is sharded |
| `//! still` | an axis | receives anything, and no other axis is sharded |
| `//! by` | an axis | communicates in another way, and only this axis is sharded |
| `//! summed` | an axis of an argument | receives anything, the axis is sharded, and all results are partial sums |
| `//! undivided` | an axis | has no such line, lets a device do more than its part of the work, and only this axis is sharded |
| `//! gathers` | the case | has no such line, and gathers a value whole that no annotation asks for |

| column | trials that |
|---|---|
| known | were rejected with the error that the case documents |
| wrong | gave another result than one device |
| excess | received more bytes than the case allows, communicated in another way, or had a device do more than its part |
| gathered | gathered a value whole, although no annotation and no line of the case asks for it |
| crash, hang | ended or stopped the process |
| rejected, no-rule | were rejected for another reason, or because an op has no rule |
| alone | do not run on one device either |

`of bound` is the largest share of the allowed bytes that a trial received. The
last column counts the trials that gathered a value whole without being asked to.
It also names the op that needed the value, and the reason:

- `[cheaper]`: the value has less than a tenth of the bytes that the op moves, as
  the case states them, if it uses the sharding;
- `[on one device]`: an annotation gives an axis of one position to one device.

`--all` tries these trials of a case:

- every layout of each argument and each result by itself. The extents are even
  and uneven, on `x=2`, `x=3`, `x=2,y=2` and `x=2,y=3`. Extents that are smaller
  than the mesh, 1 or 0, are tried on `x=2` and `x=3`;
- a sample of four layouts of each value, on `x=2,y=2,z=2`, and on two dimensions
  for extents that are smaller than the mesh, 1 or 0;
- half as many trials again, with random layouts of two values, or of all.

Two kinds of trials are thinned out:

- Some layouts differ only by the order of two dimensions of one size. One of them
  is tried, and an eighth of the others.
- Some cases differ only in the element type, or in the computation on elements.
  One of them is tried as above, and each of the others with 192 trials.

One trial in sixteen runs optimized code, and MLIR's verifier checks it after each
pass. All trials together take hours on a core of their own. `--trials` chooses
the same trials in every run. A journal keeps the outcomes. Failed trials were run
again after they were mended.

)";
    os << "This table has " << numKnown + numDone << " of "
       << numKnown + numExpected
       << " trials that were asked for.\nTrials with uneven extents come "
          "first, then those with small ones, then those\nwith even ones.\n\n";
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
