//===- NeighboursTest.cpp - Tests of the graph of neighbours --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "processes/Neighbours.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace dtensor::runtime;

/// The number of passings until news of process 0 is everywhere; -1 if it never
/// is.
static int64_t getSpread(const std::vector<Neighbours> &all) {
  std::vector<int64_t> distance(all.size(), -1), queue{0};
  distance[0] = 0;
  for (size_t i = 0; i < queue.size(); ++i)
    for (int64_t next : all[queue[i]].get())
      if (distance[next] < 0) {
        distance[next] = distance[queue[i]] + 1;
        queue.push_back(next);
      }
  return queue.size() == all.size() ? distance[queue.back()] : -1;
}

TEST(NeighboursTest, FewMutualAndConnected) {
  for (int64_t size : {1, 2, 3, 4, 5, 8, 17, 100, 1000, 4097}) {
    std::vector<Neighbours> all;
    for (int64_t rank = 0; rank < size; ++rank)
      all.emplace_back(rank, size);
    for (int64_t rank = 0; rank < size; ++rank) {
      const std::vector<int64_t> &ranks = all[rank].get();
      EXPECT_LE(ranks.size(), 5u);
      EXPECT_TRUE(std::is_sorted(ranks.begin(), ranks.end()));
      for (int64_t other : ranks) {
        EXPECT_NE(other, rank);
        EXPECT_EQ(
            std::count(all[other].get().begin(), all[other].get().end(), rank),
            1);
      }
      for (int64_t child : all[rank].getChildren())
        EXPECT_EQ(all[child].getParent(), rank);
    }
    int64_t spread = getSpread(all);
    EXPECT_GE(spread, 0) << size;
    EXPECT_LE(spread, 13) << size;
  }
}
