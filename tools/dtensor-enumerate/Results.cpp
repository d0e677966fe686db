//===- Results.cpp - What became of the trials ----------------------------===//
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
#include "llvm/Support/MemoryBuffer.h"
#include <numeric>

using llvm::StringRef;

namespace dtensor {

static constexpr std::array<llvm::StringLiteral, kNumFates> fateNames = {
    "passed", "known", "wrong", "crash", "hang", "rejected", "no-rule", "alone",
};

static bool isGood(Fate fate) {
  return fate == Fate::Passed || fate == Fate::KnownRejection;
}

std::string Outcome::str() const {
  return (fateNames[static_cast<size_t>(fate)] + "\t" + replicatedFor + "\t" +
          message)
      .str();
}

Outcome Outcome::parse(StringRef line) {
  auto [fate, rest] = line.split('\t');
  auto [replicatedFor, message] = rest.split('\t');
  auto it = llvm::find(fateNames, fate);
  if (it == fateNames.end())
    return {Fate::Crashed, "wrote '" + line.str() + "'", ""};
  return {static_cast<Fate>(it - fateNames.begin()), message.str(),
          replicatedFor.str()};
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
  if (!isGood(outcome.fate))
    failures[trial.str()] =
        (fateNames[static_cast<size_t>(outcome.fate)] + ": " + outcome.message)
            .str();
}

void Results::add(const Case &testCase, StringRef trial,
                  const Outcome &outcome) {
  std::string row = testCase.family + " " + testCase.name;
  count(row, trial, outcome);
  ++numDone;
  if (journal) {
    *journal << row << "\t" << trial << "\t" << outcome.str() << "\n";
    journal->flush();
  }
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
  return sum - getNumPassed();
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

std::vector<std::vector<std::string>> Results::makeCells() const {
  std::vector<std::vector<std::string>> cells = {{"case", "trials"}};
  llvm::append_range(
      cells.front(),
      llvm::map_range(fateNames, [](StringRef fate) { return fate.str(); }));
  cells.front().push_back("gathered whole for");
  for (const auto &[name, row] : rows) {
    std::vector<std::string> line = {
        name, std::to_string(std::accumulate(row.counts.begin(),
                                             row.counts.end(), size_t(0)))};
    for (size_t count : row.counts)
      line.push_back(count == 0 ? "." : std::to_string(count));
    llvm::SmallVector<std::string> ops;
    for (const auto &[op, count] : row.replicatedFor)
      ops.push_back(op + " (" + std::to_string(count) + ")");
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
    os << "# Every op under every layout\n\n"
       << "Made by `dtensor-enumerate --table`. Each trial runs a case under "
          "one choice of extents, mesh and layouts\nand compares with one "
          "device. `known` are rejections that the case documents; `alone` "
          "are programs that do\nnot run on one device. The last column "
          "counts trials in which an op needed an operand whole.\n\n";
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
