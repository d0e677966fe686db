//===- CostModelTest.cpp - Prices order layouts as they should ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/CostModel.h"
#include "Parsing.h"

using namespace dtensor;

namespace {

TEST(CostModel, PricesRelayoutsByBytesAndSteps) {
  Mesh mesh = parseMesh("x=4");
  CostModel model(mesh, {/*perStep=*/100, 0, 0});
  Layout sharded = parseLayout(mesh, "x"), whole(1);
  EXPECT_EQ(model.getRelayoutCost(sharded, whole, {8}, 32), 124);
  EXPECT_EQ(model.getRelayoutCost(whole, sharded, {8}, 32), 0);
  EXPECT_EQ(model.getRelayoutCost(sharded, sharded, {8}, 32), 0);
  EXPECT_GT(model.getRelayoutCost(sharded, whole, {-1}, 32), 0);
}

TEST(CostModel, PricesRedundantWork) {
  Mesh mesh = parseMesh("x=2,y=2");
  CostModel model(mesh, {0, /*perRedundantPoint=*/2, 0});
  ShardingRule rule;
  rule.factors = {{8}, {5}};
  EXPECT_EQ(model.getWorkCost(rule, {{0, 1}, {}}), 0);
  EXPECT_EQ(model.getWorkCost(rule, {{}, {}}), 2 * (40 - 10));
  EXPECT_EQ(model.getWorkCost(rule, {{0}, {}}), 2 * (20 - 10));
  // Uneven parts are waited for.
  EXPECT_EQ(model.getWorkCost(rule, {{0}, {1}}), 2 * (4 * 3 - 10));
  rule.factors[0].extent = Factor::kDynamic;
  EXPECT_EQ(model.getWorkCost(rule, {{0, 1}, {}}), 0);
}

TEST(CostModel, PricesMemory) {
  Mesh mesh = parseMesh("x=2");
  CostModel model(mesh, {0, 0, /*perByteHeld=*/0.5});
  EXPECT_EQ(model.getMemoryCost(parseLayout(mesh, "x"), {5}, 32), 6);
  EXPECT_EQ(model.getMemoryCost(Layout(1), {5}, 32), 10);
}

} // namespace
