//===- SortExchangeTest.cpp - The exchange of a sort ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/SortExchange.h"
#include "gtest/gtest.h"

using namespace dtensor;

namespace {

TEST(SortExchange, FewPositionsAreMerged) {
  SortExchange exchange = getSortExchange(64, 4);
  EXPECT_EQ(exchange.rounds, 0);
  EXPECT_EQ(exchange.positions, 48);
}

/// On two devices, the other's part is not larger than what is needed of it.
TEST(SortExchange, TwoDevicesMerge) {
  EXPECT_EQ(getSortExchange(1 << 20, 2).rounds, 0);
}

/// 4 parts of 1024 take 11 halvings each, for two bounds.
TEST(SortExchange, ManyPositionsAreCut) {
  SortExchange exchange = getSortExchange(4096, 4);
  EXPECT_EQ(exchange.rounds, 44);
  EXPECT_EQ(exchange.positions, 1024 + 44 * 2 * 4);
}

TEST(SortExchange, NeverMoreThanAllOthers) {
  for (int64_t extent = 0; extent < 5000; ++extent)
    for (int64_t count : {1, 2, 3, 8, 17}) {
      int64_t positions = getSortExchange(extent, count).positions;
      EXPECT_LE(positions, extent - extent / count);
      EXPECT_TRUE(positions > 0 || extent == 0 || count == 1);
    }
}

} // namespace
