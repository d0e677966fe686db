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
  CostModel model(mesh, {/*perStep=*/100});
  Layout sharded = parseLayout(mesh, "x"), whole(1);
  EXPECT_EQ(model.getMoveCost(24, 2), 224);
  EXPECT_EQ(model.getRelayoutCost(sharded, whole, {8}, 32), 124);
  EXPECT_EQ(model.getRelayoutCost(whole, sharded, {8}, 32), 0);
  EXPECT_EQ(model.getRelayoutCost(sharded, sharded, {8}, 32), 0);
  EXPECT_GT(model.getRelayoutCost(sharded, whole, {-1}, 32), 0);
}

/// A step never outweighs a byte.
TEST(CostModel, CountsBytesFirst) {
  Mesh mesh = parseMesh("x=4");
  CostModel model(mesh);
  EXPECT_LT(model.getMoveCost(24, 8), model.getMoveCost(25, 1));
  EXPECT_LT(model.getMoveCost(24, 1), model.getMoveCost(24, 2));
}

/// A contraction does more work per byte than any other op.
TEST(CostModel, PricesWork) {
  ShardingRule rule;
  rule.factors = {{8}, {5}, {4, FactorKind::Reduction}};
  rule.operands = {{{0}, {2}}, {{2}, {1}}, {{0}, {1}}};
  EXPECT_LT(getWorkPerPoint(rule), 1);
  rule.operands.pop_back();
  EXPECT_EQ(getWorkPerPoint(rule), 1);
}

} // namespace
