//===- PlanCostTest.cpp - All plans are ordered ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Planning/PlanCost.h"
#include "Penalties.h"
#include "gtest/gtest.h"
#include <random>

using namespace dtensor;

namespace {

/// Of three plans, the third one is no better than the first one if it is no
/// better than the second one and that is no better than the first one.
TEST(PlanCost, OrdersPlans) {
  std::mt19937 random(1);
  // Few values, so that many plans cost the same.
  auto draw = [&] { return double(random() % 4); };
  std::vector<PlanCost> plans(30);
  for (PlanCost &plan : plans) {
    plan.communication = draw();
    plan.computing = draw();
    plan.penalties = draw();
    plan.excess = draw();
    plan.received = draw();
  }
  for (const PlanCost &a : plans) {
    EXPECT_FALSE(a < a);
    for (const PlanCost &b : plans) {
      EXPECT_FALSE(a < b && b < a);
      for (const PlanCost &c : plans) {
        EXPECT_TRUE(!(a < b) || !(b < c) || a < c);
        EXPECT_TRUE(a < b || b < c || !(a < c));
      }
    }
  }
}

TEST(PlanCost, PrefersWhatFits) {
  PlanCost fits, fast;
  fits.communication = 10;
  fast.communication = 1;
  EXPECT_TRUE(fast < fits);
  fast.excess = 1;
  EXPECT_TRUE(fits < fast);
}

TEST(Penalties, CountRulesOnce) {
  Rules known = bit(Rule::Known), product = bit(Rule::Product);
  EXPECT_EQ(getPenalty(0), 0);
  EXPECT_GT(getPenalty(known), 0);
  EXPECT_EQ(getPenalty(known | known), getPenalty(known));
  EXPECT_EQ(getPenalty(known | product),
            getPenalty(known) + getPenalty(product));
}

/// What a plan holds on purpose is not brought.
TEST(Penalties, WaiveArguments) {
  EXPECT_LT(getPenaltyOfBroughtByte(bit(Rule::Given)),
            getPenaltyOfBroughtByte(bit(Rule::Known)));
}

} // namespace
