//===- RepeatedRunsTest.cpp - Tests of parts that repeat ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layers/RepeatedRuns.h"
#include "gtest/gtest.h"

using namespace dtensor;

/// The runs as (begin, end, period).
static std::vector<std::array<size_t, 3>> find(llvm::ArrayRef<uint64_t> numbers,
                                               size_t leastCount) {
  std::vector<std::array<size_t, 3>> found;
  for (const RepeatedRun &run : findRepeatedRuns(numbers, leastCount))
    found.push_back({run.begin, run.end, run.period});
  return found;
}

using Runs = std::vector<std::array<size_t, 3>>;

TEST(RepeatedRunsTest, FindsNothingInDifferentNumbers) {
  EXPECT_EQ(find({}, 2), Runs());
  EXPECT_EQ(find({1, 2, 3, 4, 5, 6}, 2), Runs());
}

TEST(RepeatedRunsTest, FindsTheSmallestPeriod) {
  EXPECT_EQ(find({9, 1, 2, 1, 2, 1, 2, 1, 2, 8}, 2), Runs({{1, 9, 2}}));
  EXPECT_EQ(find({1, 1, 1, 1, 1}, 3), Runs({{0, 5, 1}}));
}

TEST(RepeatedRunsTest, KeepsAPartOfAPeriodAtTheEnd) {
  EXPECT_EQ(find({1, 2, 3, 1, 2, 3, 1, 2}, 2), Runs({{0, 8, 3}}));
}

TEST(RepeatedRunsTest, WantsWholePeriods) {
  EXPECT_EQ(find({1, 2, 3, 1, 2, 3, 1, 2}, 3), Runs());
}

TEST(RepeatedRunsTest, SeesAPeriodInWhichNumbersStandSeveralTimes) {
  EXPECT_EQ(find({1, 1, 2, 1, 3, 1, 1, 2, 1, 3, 1, 1, 2, 1, 3}, 3),
            Runs({{0, 15, 5}}));
}

TEST(RepeatedRunsTest, FindsTheLargestFirst) {
  EXPECT_EQ(find({7, 8, 7, 8, 7, 8, 0, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4}, 3),
            Runs({{7, 19, 4}, {0, 6, 2}}));
}

TEST(RepeatedRunsTest, DoesNotOverlap) {
  // The 2 ends the first run and would begin the second one.
  std::vector<std::array<size_t, 3>> found =
      find({1, 2, 1, 2, 1, 2, 3, 2, 3, 2, 3}, 2);
  ASSERT_EQ(found.size(), 2u);
  size_t first = found[0][0] < found[1][0] ? 0 : 1;
  EXPECT_LE(found[first][1], found[1 - first][0]);
}
