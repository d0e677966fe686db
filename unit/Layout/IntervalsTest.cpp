//===- IntervalsTest.cpp - Which intervals overlap ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/Intervals.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>
#include <vector>

using namespace dtensor;
using Found = std::vector<int>;

static Found find(const Intervals<int> &intervals, int64_t begin, int64_t end) {
  Found found;
  intervals.forEachOverlapping(begin, end,
                               [&](int of) { found.push_back(of); });
  std::sort(found.begin(), found.end());
  return found;
}

TEST(Intervals, FindsWhatOverlaps) {
  Intervals<int> intervals;
  intervals.insert(0, 64, 1);
  intervals.insert(64, 128, 2);
  intervals.insert(0, 4096, 3);
  intervals.insert(100, 100, 4);
  EXPECT_EQ(find(intervals, 64, 65), Found({2, 3}));
  EXPECT_EQ(find(intervals, 63, 65), Found({1, 2, 3}));
  EXPECT_EQ(find(intervals, 128, 5000), Found({3}));
  EXPECT_TRUE(find(intervals, 4096, 5000).empty());
  EXPECT_TRUE(find(intervals, 70, 70).empty());
  intervals.erase(0, 4096, 3);
  EXPECT_EQ(find(intervals, 64, 65), Found({2}));
}

TEST(Intervals, AgreesWithComparingAll) {
  std::mt19937 random(1);
  Intervals<int> intervals;
  struct Known {
    int64_t begin, end;
  };
  std::vector<Known> known;
  for (int i = 0; i < 300; ++i) {
    int64_t begin = random() % 2000, end = begin + random() % (1 << i % 11);
    Found expected;
    for (int j = 0; j < i; ++j)
      if (known[j].begin < known[j].end && begin < end &&
          known[j].begin < end && begin < known[j].end)
        expected.push_back(j);
    EXPECT_EQ(find(intervals, begin, end), expected);
    intervals.insert(begin, end, i);
    known.push_back({begin, end});
  }
}
