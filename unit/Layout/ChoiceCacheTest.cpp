//===- ChoiceCacheTest.cpp - Choices that were made before ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/ChoiceCache.h"
#include "Parsing.h"

using namespace dtensor;

namespace {

TensorState createState(const Mesh &mesh, llvm::StringRef layout,
                        int64_t extent = 8) {
  TensorState state;
  state.isTensor = true;
  state.shape = {extent, extent};
  state.elementBits = 32;
  state.layout = parseLayout(mesh, layout);
  state.open = {false, false};
  return state;
}

/// ([i,j],[i,j])->([i,j])
ShardingRule createSum(int64_t extent) {
  ShardingRule rule;
  rule.factors = {{extent}, {extent}};
  rule.operands = {{{0}, {1}}, {{0}, {1}}};
  rule.results = {{{0}, {1}}};
  return rule;
}

class ChoiceCacheTest : public testing::Test {
protected:
  Mesh mesh = parseMesh("x=2,y=2");
  ChoiceCache cache;
  int made = 0;

  const Choice &ask(const ChoiceProblem &problem) {
    llvm::SmallVector<const TensorState *> states;
    for (const TensorState &state : problem.operands)
      states.push_back(&state);
    for (const TensorState &state : problem.results)
      states.push_back(&state);
    unsigned rule = cache.addRule(problem.rule);
    return cache.getChoice(
        cache.getStructure(rule, problem.workPerPoint, states), states, [&] {
          ++made;
          return problem;
        });
  }
};

TEST_F(ChoiceCacheTest, IsMadeOnce) {
  ShardingRule rule = createSum(8), same = createSum(8);
  TensorState a = createState(mesh, "x,unsharded");
  ChoiceProblem first{mesh, rule, {a, a}, {a}, 1};
  ChoiceProblem second{mesh, same, {a, a}, {a}, 1};
  const Choice &choice = ask(first);
  EXPECT_EQ(&ask(second), &choice);
  EXPECT_EQ(made, 1);
  EXPECT_EQ(choice.sharding, chooseFactorSharding(first));
  EXPECT_TRUE(choice.isConflictFree);
}

TEST_F(ChoiceCacheTest, WhatDiffersIsMadeAnew) {
  ShardingRule rule = createSum(8), longer = createSum(16), passing = rule;
  passing.passings.push_back({{0, 1}, {0}, false});
  TensorState a = createState(mesh, "x,unsharded");
  TensorState other = createState(mesh, "unsharded,x");
  TensorState open = a, replicated = a, partial = a, free = a, wide = a;
  open.open = {false, true};
  replicated.replicated = {1};
  partial.layout.setPartial({{1, Combiner::Add}});
  free.isFree = true;
  TensorState found = a;
  found.isOrSum = true;
  wide.elementBits = 64;
  TensorState large = createState(mesh, "x,unsharded", 16);
  int expected = 0;
  for (const TensorState &state :
       {a, other, open, replicated, partial, free, wide, found}) {
    ask({mesh, rule, {a, state}, {a}, 1});
    EXPECT_EQ(made, ++expected);
  }
  // These are the states in another order, another rule, and other work.
  ask({mesh, rule, {other, a}, {a}, 1});
  EXPECT_EQ(made, ++expected);
  ask({mesh, passing, {a, a}, {a}, 1});
  EXPECT_EQ(made, ++expected);
  ask({mesh, longer, {large, large}, {large}, 1});
  EXPECT_EQ(made, ++expected);
  ask({mesh, rule, {a, a}, {a}, 2});
  EXPECT_EQ(made, ++expected);
}

/// Numbers of 15 and more have more than one part in a key.
TEST_F(ChoiceCacheTest, LargeNumbersDiffer) {
  std::string text = "d0=1";
  for (unsigned dim = 1; dim < 300; ++dim)
    text += ",d" + std::to_string(dim) + "=1";
  Mesh large = parseMesh(text);
  ShardingRule rule = createSum(8);
  TensorState a = createState(large, "unsharded,unsharded"), b = a;
  std::vector<DimList> lists = {{14},     {15},     {16},    {31},
                                {256},    {15, 0},  {0, 15}, {15, 15},
                                {240, 0}, {0, 1, 0}};
  int expected = 0;
  for (const DimList &dims : lists) {
    b.replicated = dims;
    ask({large, rule, {a, b}, {a}, 1});
    EXPECT_EQ(made, ++expected);
  }
}

} // namespace
