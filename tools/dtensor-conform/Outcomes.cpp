//===- Outcomes.cpp - The outcomes of all trials --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outcomes.h"

#include "dtensor/Host/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"

using llvm::StringRef;
using llvm::Twine;

namespace dtensor {

llvm::Expected<KnownFailures> KnownFailures::read(StringRef path) {
  KnownFailures known;
  if (path.empty())
    return known;
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return llvm::createStringError(path + ": " + buffer.getError().message());
  llvm::SmallVector<StringRef> lines;
  (*buffer)->getBuffer().split(lines, '\n');
  for (auto [i, line] : llvm::enumerate(lines)) {
    line = line.trim();
    if (line.empty() || line.starts_with("#"))
      continue;
    auto [glob, reason] = line.split(": ");
    if (reason.empty() || !llvm::GlobPattern::create(glob))
      return llvm::createStringError(path + ":" + Twine(i + 1) +
                                     ": required 'GLOB: REASON', found '" +
                                     line + "'");
    known.entries.push_back({glob.str(), reason.str()});
  }
  return known;
}

StringRef KnownFailures::find(StringRef trial) const {
  for (const auto &[glob, reason] : entries)
    if (llvm::cantFail(llvm::GlobPattern::create(glob)).match(trial))
      return reason;
  return "";
}

/// Removes values and layouts from a reason. They differ from trial to trial,
/// while the operation on them does not.
static std::string forgetNames(StringRef reason) {
  std::string text = reason.str();
  for (StringRef pattern : {" \\(%[^)]*\\)", " of %[^ ,;)]+", "%[^ ,;)]+ ",
                            ", which .* shard.*", ", but .* shard.*"})
    while (llvm::Regex(pattern).match(text)) {
      std::string shorter = llvm::Regex(pattern).sub("", text);
      if (shorter == text)
        break;
      text = std::move(shorter);
    }
  return text;
}

void Outcomes::add(StringRef op, StringRef trial, bool isSharded, bool passed,
                   StringRef message) {
  Row &row = rows[op.str()];
  Count &count = isSharded ? row.sharded : row.alone;
  ++count.total;
  StringRef reason = known.find(trial);
  if (passed) {
    ++count.passed;
    if (size_t gather = message.find("gathered: "); gather != StringRef::npos) {
      ++row.gathered;
      ++row.reasons["gathers since " +
                    forgetNames(message.substr(gather + 10))];
    }
    if (reason.empty())
      ++numPassed;
    else
      failures.push_back(
          (trial + ": passes, but is known to fail: " + reason).str());
    return;
  }
  if (reason.empty())
    failures.push_back((trial + ": " + message).str());
  else
    ++numKnown;
  ++row.reasons[reason.empty() ? message.str() : reason.str()];
}

static constexpr llvm::StringLiteral preamble =
    R"(# StableHLO's conformance files

`dtensor-conform --table` made this page. It runs files of StableHLO's authors
that check themselves. It also runs the same programs with their constants as
arguments, sharded. Each file says how its expectations are compared: exactly,
within a few units in the last place, or within an absolute difference. The
comparison is that of StableHLO's own interpreter. Results of sharded runs are
compared within the tolerance beside each program.

| column | runs that passed, of all runs |
|---|---|
| one device | one run for each program in a file |
| sharded | one run for each axis of each argument, divided for 2 and for 3 devices |
| gathered | the number of sharded runs that gathered a value whole on every device |

)";

llvm::Error Outcomes::writeTable(StringRef path) const {
  return writeFile(path, [&](llvm::raw_ostream &os) {
    auto show = [](const Count &count) {
      return count.total == 0 ? std::string(".")
                              : std::to_string(count.passed) + "/" +
                                    std::to_string(count.total);
    };
    Row all;
    os << preamble
       << "| op | one device | sharded | gathered | what fails or gathers |\n"
       << "|---|---|---|---|---|\n";
    for (const auto &[op, row] : rows) {
      llvm::SmallVector<std::string> reasons;
      for (const auto &[reason, count] : row.reasons)
        reasons.push_back(std::to_string(count) + ": " + reason);
      os << "| " << op << " | " << show(row.alone) << " | " << show(row.sharded)
         << " | " << (row.gathered ? std::to_string(row.gathered) : ".")
         << " | " << llvm::join(reasons, "; ") << " |\n";
      for (auto [sum, count] :
           {std::pair(&all.alone, &row.alone), {&all.sharded, &row.sharded}}) {
        sum->passed += count->passed;
        sum->total += count->total;
      }
      all.gathered += row.gathered;
    }
    os << "| all | " << show(all.alone) << " | " << show(all.sharded) << " | "
       << all.gathered << " | |\n";
  });
}

} // namespace dtensor
