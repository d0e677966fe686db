//===- OpCostTest.cpp - The cost of an op ---------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/OpCost.h"
#include "Parsing.h"

using namespace dtensor;

namespace {

TensorState createState(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
                        llvm::StringRef layout) {
  TensorState state;
  state.isTensor = true;
  state.shape.assign(shape.begin(), shape.end());
  state.elementBits = 32;
  state.layout = parseLayout(mesh, layout);
  state.open.assign(shape.size(), false);
  return state;
}

TEST(OpCost, WorkIsDividedByWhatShardsFactors) {
  Mesh mesh = parseMesh("x=2,y=4");
  ShardingRule rule;
  rule.factors = {{8}, {6}};
  rule.operands = {{{0}, {1}}};
  rule.results = {{{0}, {1}}};
  ChoiceProblem problem{mesh, rule, {}, {}, 2};
  EXPECT_EQ(getWork(problem, {{}, {}}), 96);
  EXPECT_EQ(getWork(problem, {{0}, {}}), 48);
  EXPECT_EQ(getWork(problem, {{1}, {0}}), 12);
}

TEST(OpCost, WhatIsFreeHoldsNothing) {
  Mesh mesh = parseMesh("x=2");
  TensorState state = createState(mesh, {8, 6}, "x,unsharded");
  EXPECT_EQ(getLocalBytes(mesh, state, state.layout), 96);
  EXPECT_EQ(getLocalBytes(mesh, state, Layout(2)), 192);
  state.isFree = true;
  EXPECT_EQ(getLocalBytes(mesh, state, state.layout), 0);
}

TEST(OpCost, ResultsOfPartsAreGathered) {
  Mesh mesh = parseMesh("x=4");
  ShardingRule rule;
  rule.factors = {{8}, {16, FactorKind::Merged}};
  rule.operands = {{{0}, {1}}, {{0}}};
  rule.results = {{{0}}};
  ChoiceProblem problem{mesh, rule, {}, {}, 0};
  problem.operands = {createState(mesh, {8, 16}, "unsharded,x"),
                      createState(mesh, {8}, "unsharded")};
  problem.results = {createState(mesh, {8}, "unsharded")};
  FactorSharding sharding = {{}, {0}};
  EXPECT_EQ(
      getExchangedBytes(problem, sharding, getOpLayouts(problem, sharding)),
      3 * 8 * 4);
  EXPECT_EQ(
      getExchangedBytes(problem, {{0}, {}}, getOpLayouts(problem, {{0}, {}})),
      0);
}

TEST(OpCost, WindowsFetchTheirHalo) {
  Mesh mesh = parseMesh("x=4");
  // The op reads positions i + k of an axis of 18, for 16 of i and 3 of k.
  ShardingRule rule;
  rule.factors = {{16}, {3, FactorKind::Reduction}};
  rule.operands = {{{0}}, {{1}}};
  rule.results = {{{0}}};
  AxisWindow window;
  window.terms = {{0, 1}, {1, 1}};
  rule.windows = {{0, 0, window, AxisMove::ofAll(18)}};
  ChoiceProblem problem{mesh, rule, {}, {}, 0};
  problem.operands = {createState(mesh, {18}, "x"),
                      createState(mesh, {3}, "unsharded")};
  problem.results = {createState(mesh, {16}, "x")};
  FactorSharding sharding = {{0}, {}};
  // The shards of 18 positions on x=4 have 5, 5, 5 and 3. The last device reads
  // positions 12 to 17 and owns 15 to 17.
  EXPECT_EQ(getFetchedBytes(problem, 0, problem.operands[0].layout, sharding),
            3 * 4);
  EXPECT_EQ(getFetchedBytes(problem, 1, problem.operands[1].layout, sharding),
            0);
}

} // namespace
