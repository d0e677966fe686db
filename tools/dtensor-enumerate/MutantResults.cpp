//===- MutantResults.cpp - The detected faults, with oracles --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MutantResults.h"

#include "dtensor/Host/OutputFile.h"
#include "dtensor/Host/TextTable.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include <set>

using llvm::StringRef;

namespace dtensor {

//===----------------------------------------------------------------------===//
// Known faults
//===----------------------------------------------------------------------===//

llvm::Expected<KnownMutants> KnownMutants::read(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return llvm::createStringError(path + ": " + buffer.getError().message());
  KnownMutants known;
  llvm::SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n');
  for (auto [number, line] : llvm::enumerate(lines)) {
    line = line.trim();
    if (line.empty() || line.starts_with("#"))
      continue;
    bool isEquivalent = line.consume_front("equivalent ");
    llvm::SmallVector<StringRef> fields;
    if (isEquivalent || line.consume_front("missed "))
      line.split(fields, " | ");
    if (fields.size() != 4)
      return llvm::createStringError(
          path + ":" + llvm::Twine(number + 1) +
          ": required 'equivalent' or 'missed' and 'OP | FORM | KIND PLACE | "
          "REASON'");
    known.entries.push_back({isEquivalent, fields[0].trim().str(),
                             fields[1].trim().str(), fields[2].trim().str(),
                             fields[3].trim().str()});
  }
  return known;
}

/// `*` stands for any characters, all else for itself.
static bool matches(StringRef pattern, StringRef text) {
  auto [head, tail] = pattern.split('*');
  if (!text.consume_front(head))
    return false;
  if (head.size() == pattern.size())
    return text.empty();
  for (size_t skipped = 0; skipped <= text.size(); ++skipped)
    if (matches(tail, text.drop_front(skipped)))
      return true;
  return false;
}

const KnownMutants::Entry *KnownMutants::find(const MutantName &mutant) const {
  for (const Entry &entry : entries)
    if (matches(entry.op, mutant.op) && matches(entry.form, mutant.form) &&
        matches(entry.fault, mutant.kind + " " + mutant.place))
      return &entry;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Verdicts
//===----------------------------------------------------------------------===//

llvm::Error MutantResults::openJournal(StringRef path) {
  if (auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true)) {
    llvm::SmallVector<StringRef> lines;
    (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef line : lines) {
      llvm::SmallVector<StringRef> fields;
      line.split(fields, '\t');
      if (fields.size() == 4)
        journaled[fields[0].str()] = {fields[1].str(), fields[2].str(),
                                      fields[3].str()};
    }
  }
  std::error_code error;
  journal = std::make_unique<llvm::raw_fd_ostream>(path, error,
                                                   llvm::sys::fs::OF_Append);
  if (error)
    return llvm::createStringError(path + ": " + error.message());
  return llvm::Error::success();
}

bool MutantResults::takeFromJournal(const MutantName &mutant) {
  auto it = journaled.find(mutant.str());
  if (it == journaled.end())
    return false;
  count(mutant, it->second);
  return true;
}

void MutantResults::count(const MutantName &mutant,
                          const MutantVerdict &verdict) {
  const KnownMutants::Entry *entry = known.find(mutant);
  bool isSeen = !verdict.oracle.empty();
  bool isEquivalent = entry && entry->isEquivalent;
  seen[mutant.str()] = isSeen;
  ++counts[mutant.kind][isSeen         ? verdict.oracle
                        : isEquivalent ? "equivalent"
                                       : "missed"];
  if (!isSeen && !entry)
    failures.push_back(mutant.str() + ": nothing sees it");
  else if (isSeen || isEquivalent)
    ++numPassed;
}

void MutantResults::add(const MutantName &mutant,
                        const MutantVerdict &verdict) {
  size_t numFailed = getNumFailed();
  count(mutant, verdict);
  ++numDone;
  if (journal) {
    *journal << mutant.str() << "\t" << verdict.oracle << "\t" << verdict.trial
             << "\t" << verdict.message << "\n";
    journal->flush();
  }
  line.hide();
  if (getNumFailed() > numFailed)
    llvm::errs() << "FAIL " << failures.back() << "\n";
  if (numDone < numExpected &&
      Clock::now() - lastShown < std::chrono::seconds(5))
    return;
  lastShown = Clock::now();
  llvm::errs() << "[" << numDone << "/" << numExpected << "] " << getNumFailed()
               << " failed\n";
}

void MutantResults::checkKnown(llvm::ArrayRef<MutantName> all) {
  struct Named {
    size_t numFaults = 0, numSeen = 0;
  };
  std::map<const KnownMutants::Entry *, Named> named;
  for (const MutantName &mutant : all)
    if (const KnownMutants::Entry *entry = known.find(mutant)) {
      auto it = seen.find(mutant.str());
      ++named[entry].numFaults;
      named[entry].numSeen += it != seen.end() && it->second;
    }
  for (const KnownMutants::Entry &entry : known.getEntries()) {
    Named found = named[&entry];
    std::string name =
        (entry.isEquivalent ? "equivalent " : "missed ") + entry.str();
    if (found.numFaults == 0)
      failures.push_back(name + ": there is no such fault");
    else if (found.numSeen == found.numFaults)
      failures.push_back(name + ": it is seen");
  }
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

std::vector<std::vector<std::string>> MutantResults::makeCells() const {
  std::set<std::string> oracles;
  for (const auto &[kind, columns] : counts)
    for (const auto &[oracle, number] : columns)
      if (oracle != "equivalent" && oracle != "missed")
        oracles.insert(oracle);
  std::vector<std::string> columns = {"equivalent"};
  columns.insert(columns.end(), oracles.begin(), oracles.end());
  columns.push_back("missed");
  std::vector<std::vector<std::string>> cells = {{"fault", "all"}};
  llvm::append_range(cells.front(), columns);
  cells.front().push_back("seen");
  auto addRow = [&](StringRef name, const std::map<std::string, size_t> &row) {
    auto get = [&](const std::string &column) {
      auto it = row.find(column);
      return it == row.end() ? size_t(0) : it->second;
    };
    size_t sum = 0;
    for (const auto &[column, number] : row)
      sum += number;
    std::vector<std::string> line = {name.str(), std::to_string(sum)};
    for (const std::string &column : columns)
      line.push_back(get(column) == 0 ? "." : std::to_string(get(column)));
    size_t faults = sum - get("equivalent");
    line.push_back(
        faults == 0
            ? ""
            : llvm::formatv("{0:P1}", double(faults - get("missed")) / faults)
                  .str());
    cells.push_back(std::move(line));
  };
  std::map<std::string, size_t> sums;
  for (const auto &[kind, row] : counts) {
    addRow(kind, row);
    for (const auto &[column, number] : row)
      sums[column] += number;
  }
  addRow("all", sums);
  return cells;
}

void MutantResults::print(llvm::raw_ostream &os) const {
  auto cells = makeCells();
  TextTable table(TextTable::Row(llvm::ArrayRef(cells.front())));
  for (const auto &line : llvm::drop_begin(cells))
    table.add(TextTable::Row(llvm::ArrayRef(line)));
  table.print(os);
  for (const std::string &failure : failures)
    os << "FAIL " << failure << "\n";
}

llvm::Error MutantResults::writeTable(StringRef path) const {
  return writeFile(path, [&](llvm::raw_ostream &os) {
    for (const auto &[number, line] : llvm::enumerate(makeCells())) {
      os << "| " << llvm::join(line, " | ") << " |\n";
      if (number == 0)
        os << "|"
           << llvm::join(std::vector<std::string>(line.size(), "---"), "|")
           << "|\n";
    }
  });
}

} // namespace dtensor
