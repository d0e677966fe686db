//===- RepeatedRuns.cpp - Parts of a sequence that repeat -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RepeatedRuns.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;

/// How many later positions of an equal number suggest a period. The same
/// number may stand several times within one period.
static constexpr size_t kMaxNext = 4;
/// The largest number of periods that are examined in one search.
static constexpr size_t kMaxPeriods = 32;
/// The largest number of different periods that are found.
static constexpr size_t kMaxFound = 24;

namespace {
class Finder {
public:
  Finder(llvm::ArrayRef<uint64_t> numbers, size_t leastCount)
      : numbers(numbers), leastCount(leastCount), taken(numbers.size()) {}

  std::vector<RepeatedRun> run() {
    std::vector<RepeatedRun> found;
    for (size_t i = 0; i < kMaxFound; ++i) {
      std::vector<RepeatedRun> best;
      size_t most = 0;
      for (size_t period : suggestPeriods()) {
        std::vector<RepeatedRun> runs = findRuns(period);
        size_t beyond = 0;
        for (const RepeatedRun &each : runs)
          beyond += (each.getCount() - leastCount + 1) * period;
        if (beyond > most) {
          most = beyond;
          best = std::move(runs);
        }
      }
      if (best.empty())
        break;
      llvm::sort(best, [](const RepeatedRun &a, const RepeatedRun &b) {
        return a.getCount() != b.getCount() ? a.getCount() > b.getCount()
                                            : a.begin < b.begin;
      });
      for (const RepeatedRun &each : best)
        taken.set(each.begin, each.end);
      llvm::append_range(found, best);
    }
    return found;
  }

private:
  /// The distances at which most numbers stand again.
  std::vector<size_t> suggestPeriods() const {
    llvm::DenseMap<uint64_t, llvm::SmallVector<size_t, 0>> positions;
    llvm::MapVector<size_t, size_t> votes;
    for (auto [position, number] : llvm::enumerate(numbers)) {
      if (taken.test(position))
        continue;
      llvm::SmallVector<size_t, 0> &before = positions[number];
      for (size_t other : llvm::ArrayRef(before).take_back(kMaxNext))
        ++votes[position - other];
      before.push_back(position);
    }
    auto sorted = votes.takeVector();
    llvm::sort(sorted, [](const auto &a, const auto &b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    std::vector<size_t> periods;
    for (auto [period, count] : llvm::ArrayRef(sorted).take_front(kMaxPeriods))
      periods.push_back(period);
    return periods;
  }

  std::vector<RepeatedRun> findRuns(size_t period) const {
    std::vector<RepeatedRun> runs;
    size_t streak = 0;
    for (size_t next = period; next <= numbers.size(); ++next) {
      if (next < numbers.size() && numbers[next] == numbers[next - period] &&
          !taken.test(next) && !taken.test(next - period)) {
        ++streak;
        continue;
      }
      RepeatedRun run{next - period - streak, next, period};
      // Two runs of one period may share a part of a period.
      if (!runs.empty())
        run.begin = std::max(run.begin, runs.back().end);
      if (streak > 0 && run.end >= run.begin + leastCount * period)
        runs.push_back(run);
      streak = 0;
    }
    return runs;
  }

  llvm::ArrayRef<uint64_t> numbers;
  size_t leastCount;
  /// The positions of runs that have been found.
  llvm::BitVector taken;
};
} // namespace

std::vector<RepeatedRun>
dtensor::findRepeatedRuns(llvm::ArrayRef<uint64_t> numbers, size_t leastCount) {
  return Finder(numbers, leastCount).run();
}
