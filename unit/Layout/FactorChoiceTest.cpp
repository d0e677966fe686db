//===- FactorChoiceTest.cpp - The choice of an op's layouts ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/FactorChoice.h"
#include "Parsing.h"
#include "dtensor/Layout/FactorProjection.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;

namespace {

using Shape = llvm::SmallVector<int64_t, 4>;

/// A value of 32-bit elements with a fixed layout.
TensorState createClosed(const Mesh &mesh, const Shape &shape,
                         llvm::StringRef layout) {
  TensorState state;
  state.isTensor = true;
  state.shape = shape;
  state.elementBits = 32;
  state.layout = parseLayout(mesh, layout);
  state.open.assign(shape.size(), false);
  return state;
}

/// A value whose layout is open.
TensorState createOpen(const Shape &shape) {
  TensorState state;
  state.isTensor = true;
  state.shape = shape;
  state.elementBits = 32;
  state.layout = Layout(shape.size());
  state.open.assign(shape.size(), true);
  return state;
}

/// ([i,k],[k,j],[i,j])->([i,j]), with an accumulator that costs nothing.
ShardingRule createMatmul(int64_t m, int64_t n, int64_t k) {
  ShardingRule rule;
  rule.factors = {{m}, {n}, {k, FactorKind::Reduction}};
  rule.operands = {{{0}, {2}}, {{2}, {1}}, {{0}, {1}}};
  rule.results = {{{0}, {1}}};
  return rule;
}

ChoiceProblem createMatmulProblem(const Mesh &mesh, const ShardingRule &rule,
                                  TensorState a, TensorState b) {
  ChoiceProblem problem{mesh, rule, {}, {}, 0};
  Shape shape = {a.shape[0], b.shape[1]};
  TensorState init = createOpen(shape);
  init.isFree = true;
  problem.operands = {a, b, init};
  problem.results = {createOpen(shape)};
  return problem;
}

/// ([i],[i])->([i]); sums of both may pass.
ShardingRule createAddition(int64_t extent) {
  ShardingRule rule;
  rule.factors = {{extent}};
  rule.operands = {{{0}}, {{0}}};
  rule.results = {{{0}}};
  rule.passings = {{{0, 1}, {0}, false}};
  return rule;
}

TEST(FactorChoice, AdoptsOnlyWhatIsOpen) {
  Mesh mesh = parseMesh("x=2,y=2");
  TensorState state = createOpen({8, 8});
  EXPECT_TRUE(state.canAdopt(parseLayout(mesh, "x,y")));
  EXPECT_FALSE(state.canAdopt(parseLayout(mesh, "x,unsharded;partial(sum):y")));
  state.layout = parseLayout(mesh, "x,unsharded");
  EXPECT_TRUE(state.canAdopt(parseLayout(mesh, "x+y,unsharded")));
  // The dimensions that the tensor already has come first.
  EXPECT_FALSE(state.canAdopt(parseLayout(mesh, "y+x,unsharded")));
  EXPECT_FALSE(state.canAdopt(parseLayout(mesh, "unsharded,y")));
  state.replicated = {1};
  EXPECT_FALSE(state.canAdopt(parseLayout(mesh, "x,y")));
  EXPECT_TRUE(state.canAdopt(parseLayout(mesh, "x,unsharded")));
  state.open = {false, true};
  state.replicated.clear();
  EXPECT_FALSE(state.canAdopt(parseLayout(mesh, "x+y,unsharded")));
  EXPECT_TRUE(state.canAdopt(parseLayout(mesh, "x,y")));
}

TEST(FactorChoice, GathersWholeOnlyWhatIsLittle) {
  Mesh mesh = parseMesh("x=8");
  auto getWeights = [&](int64_t m) {
    ShardingRule rule = createMatmul(m, 8, 8);
    ChoiceProblem problem = createMatmulProblem(
        mesh, rule, createClosed(mesh, {m, 8}, "unsharded,unsharded"),
        createClosed(mesh, {8, 8}, "x,unsharded"));
    return chooseOpLayouts(problem).operands[1].str(mesh);
  };
  // 8x8 beside two of 256x8 and of 64x8.
  EXPECT_EQ(getWeights(256), "unsharded,unsharded");
  EXPECT_EQ(getWeights(64), "x,unsharded");
}

TEST(FactorChoice, GathersNoLittleOperandOfAScatter) {
  Mesh mesh = parseMesh("x=2");
  // ([i],[i,k],[n,k])->([n,k]): the op sums over positions, as in a product.
  ShardingRule rule;
  rule.factors = {{2, FactorKind::Reduction}, {64}, {8}};
  rule.operands = {{{0}}, {{0}, {1}}, {{2}, {1}}};
  rule.results = {{{2}, {1}}};
  ChoiceProblem problem{mesh, rule, {}, {}, 0};
  problem.operands = {createClosed(mesh, {2}, "x"),
                      createClosed(mesh, {2, 64}, "unsharded,unsharded"),
                      createOpen({8, 64})};
  problem.results = {createOpen({8, 64})};
  EXPECT_EQ(chooseOpLayouts(problem).operands[0].str(mesh), "x");
}

TEST(FactorChoice, ReducesOverShardedFactors) {
  Mesh mesh = parseMesh("x=2,y=2");
  ShardingRule rule = createMatmul(8, 4, 16);
  ChoiceProblem problem =
      createMatmulProblem(mesh, rule, createOpen({8, 16}), createOpen({16, 4}));
  OpLayouts layouts = getOpLayouts(problem, {{1}, {}, {0}});
  EXPECT_EQ(layouts.operands[0].str(mesh), "y,x");
  EXPECT_EQ(layouts.operands[1].str(mesh), "x,unsharded");
  EXPECT_EQ(layouts.operands[2].str(mesh), "y,unsharded");
  EXPECT_EQ(layouts.results[0],
            parseLayout(mesh, "y,unsharded;partial(sum):x"));
}

TEST(FactorChoice, PassesPartialsThatAllOperandsHave) {
  Mesh mesh = parseMesh("x=2,y=2");
  ShardingRule rule = createAddition(8);
  TensorState sum = createClosed(mesh, {8}, "unsharded;partial(sum):x");
  TensorState maximum = createClosed(mesh, {8}, "unsharded;partial(max):x");
  TensorState whole = createClosed(mesh, {8}, "unsharded");
  auto getResult = [&](TensorState a, TensorState b, FactorSharding sharding) {
    ChoiceProblem problem{mesh, rule, {a, b}, {createOpen({8})}, 0};
    return getOpLayouts(problem, sharding).results[0];
  };
  EXPECT_EQ(getResult(sum, sum, {{}}), sum.layout);
  EXPECT_EQ(getResult(sum, sum, {{1}}), parseLayout(mesh, "y;partial(sum):x"));
  // A replicated addend would be counted on every device.
  EXPECT_EQ(getResult(sum, whole, {{}}), whole.layout);
  EXPECT_EQ(getResult(maximum, maximum, {{}}), whole.layout);
  // x shards the axis, so the value cannot be partial along it as well.
  EXPECT_EQ(getResult(sum, sum, {{0}}), parseLayout(mesh, "x"));

  // What one device has found is a sum if no other one has any bits.
  TensorState bits = createClosed(mesh, {8}, "unsharded;partial(or):x");
  EXPECT_EQ(getResult(bits, sum, {{}}), whole.layout);
  TensorState found = bits;
  found.isOrSum = true;
  EXPECT_EQ(getResult(found, sum, {{}}), sum.layout);
  EXPECT_EQ(getResult(found, found, {{}}), sum.layout);
  EXPECT_EQ(getResult(found, bits, {{}}), whole.layout);

  rule.passings[0].anyCombiner = true;
  EXPECT_EQ(getResult(found, found, {{}}), found.layout);
  EXPECT_EQ(getResult(maximum, maximum, {{}}), maximum.layout);
  EXPECT_EQ(getResult(sum, maximum, {{}}), whole.layout);
}

TEST(FactorChoice, FollowsWhatIsKnown) {
  Mesh mesh = parseMesh("x=2,y=2");
  ShardingRule rule = createMatmul(8, 4, 16);
  ChoiceProblem problem = createMatmulProblem(
      mesh, rule, createClosed(mesh, {8, 16}, "y,x"), createOpen({16, 4}));
  EXPECT_TRUE(isConflictFree(problem));
  EXPECT_EQ(chooseFactorSharding(problem), FactorSharding({{1}, {}, {0}}));
}

TEST(FactorChoice, GathersTheSmallerSide) {
  Mesh mesh = parseMesh("x=2");
  ShardingRule tall = createMatmul(64, 4, 8), wide = createMatmul(4, 64, 8);
  ChoiceProblem gatherB = createMatmulProblem(
      mesh, tall, createClosed(mesh, {64, 8}, "x,unsharded"),
      createClosed(mesh, {8, 4}, "unsharded,x"));
  EXPECT_FALSE(isConflictFree(gatherB));
  EXPECT_EQ(chooseFactorSharding(gatherB), FactorSharding({{0}, {}, {}}));
  ChoiceProblem gatherA =
      createMatmulProblem(mesh, wide, createClosed(mesh, {4, 8}, "x,unsharded"),
                          createClosed(mesh, {8, 64}, "unsharded,x"));
  EXPECT_EQ(chooseFactorSharding(gatherA), FactorSharding({{}, {0}, {}}));
}

TEST(FactorChoice, DoesNotLetFactoriesDecide) {
  Mesh mesh = parseMesh("x=2");
  ShardingRule rule;
  rule.factors = {{8}, {1024}};
  rule.operands = {{{0}, {1}}, {{0}, {1}}};
  rule.results = {{{0}, {1}}};
  TensorState zeros = createClosed(mesh, {8, 1024}, "unsharded,x");
  zeros.isFree = true;
  ChoiceProblem problem{mesh,
                        rule,
                        {zeros, createClosed(mesh, {8, 1024}, "x,unsharded")},
                        {createOpen({8, 1024})},
                        1};
  EXPECT_EQ(chooseFactorSharding(problem), FactorSharding({{0}, {}}));
}

TEST(FactorChoice, KeepsDynamicAxesWhole) {
  Mesh mesh = parseMesh("x=2");
  ShardingRule rule = createAddition(8);
  // One type has the extent, the other one does not.
  ChoiceProblem problem{
      mesh,
      rule,
      {createClosed(mesh, {8}, "x"), createClosed(mesh, {-1}, "unsharded")},
      {createOpen({8})},
      1};
  EXPECT_EQ(chooseFactorSharding(problem), FactorSharding(1));
}

TEST(FactorChoice, KeepsTheOrderOfTheHeaviestTensor) {
  Mesh mesh = parseMesh("x=2,y=2");
  ShardingRule rule;
  rule.factors = {{64}, {4}};
  rule.operands = {{{0}}, {{0}, {1}}};
  rule.results = {{{0}, {1}}};
  ChoiceProblem problem{mesh,
                        rule,
                        {createClosed(mesh, {64}, "x+y"),
                         createClosed(mesh, {64, 4}, "y+x,unsharded")},
                        {createOpen({64, 4})},
                        1};
  EXPECT_EQ(chooseFactorSharding(problem), FactorSharding({{1, 0}, {}}));
}

TEST(FactorChoice, MovesAShardingThatTheOpCannotUse) {
  Mesh mesh = parseMesh("x=2");
  ShardingRule rule;
  rule.factors = {{8}, {8, FactorKind::Whole}};
  rule.operands = {{{0}, {1}}};
  rule.results = {{{0}, {1}}};
  ChoiceProblem problem{mesh,
                        rule,
                        {createClosed(mesh, {8, 8}, "unsharded,x")},
                        {createOpen({8, 8})},
                        1};
  EXPECT_FALSE(isConflictFree(problem));
  EXPECT_EQ(chooseFactorSharding(problem), FactorSharding({{0}, {}}));
}

TEST(FactorChoice, SumsUpWhatTheOpCannotUseOtherwise) {
  // A reduced axis takes the sharding only if no parallel axis can.
  Mesh mesh = parseMesh("x=4");
  auto choose = [&](int64_t rows) {
    ShardingRule rule;
    rule.factors = {
        {rows}, {64, FactorKind::Whole}, {16, FactorKind::Reduction}};
    rule.operands = {{{0}, {1}, {2}}};
    rule.results = {{{0}, {1}}};
    ChoiceProblem problem{mesh, rule, {}, {}, 1};
    problem.operands = {
        createClosed(mesh, {rows, 64, 16}, "unsharded,x,unsharded")};
    problem.results = {createOpen({rows, 64})};
    return chooseFactorSharding(problem);
  };
  EXPECT_EQ(choose(8), (FactorSharding{{0}, {}, {}}));
  EXPECT_EQ(choose(2), (FactorSharding{{}, {}, {0}}));
}

TEST(FactorChoice, SortsOnAnotherAxisWhereThereIsOne) {
  // The op itself gathers parts that it has sorted. Moving the sharding to the
  // rows and back receives less.
  Mesh mesh = parseMesh("x=4");
  auto choose = [&](int64_t rows) {
    ShardingRule rule;
    rule.factors = {{rows}, {64, FactorKind::Blocked}};
    rule.operands = {{{0}, {1}}};
    rule.results = {{{0}, {1}}};
    ChoiceProblem problem{mesh, rule, {}, {}, 1};
    problem.operands = {createClosed(mesh, {rows, 64}, "unsharded,x")};
    problem.results = {createClosed(mesh, {rows, 64}, "unsharded,x")};
    return chooseFactorSharding(problem);
  };
  EXPECT_EQ(choose(8), (FactorSharding{{0}, {}}));
  // Two rows are too few for four devices.
  EXPECT_EQ(choose(2), (FactorSharding{{}, {0}}));
}

TEST(FactorChoice, MergesPartsThatAreSmall) {
  // The first 2 of 64: each device gets those of all parts.
  Mesh mesh = parseMesh("x=4");
  ShardingRule rule;
  rule.factors = {{64, FactorKind::Merged}, {2, FactorKind::Whole}};
  rule.operands = {{{0}}};
  rule.results = {{{1}}};
  ChoiceProblem problem{mesh, rule, {}, {}, 1};
  problem.operands = {createClosed(mesh, {64}, "x")};
  problem.results = {createOpen({2})};
  EXPECT_EQ(chooseFactorSharding(problem), (FactorSharding{{0}, {}}));
  OpLayouts layouts = getOpLayouts(problem, {{0}, {}});
  EXPECT_EQ(layouts.results[0], parseLayout(mesh, "unsharded"));
}

TEST(FactorChoice, DerivesWhatLayoutsSay) {
  Mesh mesh = parseMesh("x=2,y=2");
  ShardingRule rule = createMatmul(8, 4, 16);
  ChoiceProblem problem{
      mesh,
      rule,
      {createClosed(mesh, {8, 16}, "y,x"),
       createClosed(mesh, {16, 4}, "x,unsharded"),
       createClosed(mesh, {8, 4}, "y,unsharded")},
      {createClosed(mesh, {8, 4}, "y,unsharded;partial(sum):x")},
      0};
  EXPECT_EQ(deriveFactorSharding(problem), FactorSharding({{1}, {}, {0}}));

  // The product is not reduced by itself.
  problem.results[0].layout = parseLayout(mesh, "y,unsharded");
  EXPECT_EQ(deriveFactorSharding(problem), std::nullopt);
  // K must be sharded in the same way on both sides.
  problem.results[0].layout = parseLayout(mesh, "y,unsharded;partial(sum):x");
  problem.operands[1].layout = parseLayout(mesh, "unsharded,unsharded");
  EXPECT_EQ(deriveFactorSharding(problem), std::nullopt);
}

TEST(FactorChoice, ChoosesWhatCanBeDerived) {
  // For any layouts around an op, the layouts of the choice agree with the
  // rule.
  Mesh mesh = parseMesh("x=2,y=3");
  ShardingRule rule = createMatmul(6, 4, 12);
  const char *layouts[] = {
      "unsharded,unsharded", "x,unsharded",  "unsharded,x", "y,x", "x,y",
      "x+y,unsharded",       "unsharded,y+x"};
  for (llvm::StringRef a : layouts)
    for (llvm::StringRef b : layouts)
      for (llvm::StringRef c : layouts) {
        ChoiceProblem problem =
            createMatmulProblem(mesh, rule, createClosed(mesh, {6, 12}, a),
                                createClosed(mesh, {12, 4}, b));
        problem.results[0] = createClosed(mesh, {6, 4}, c);
        FactorSharding sharding = chooseFactorSharding(problem);
        EXPECT_EQ(restrictToTensors(mesh, rule, sharding), sharding);
        OpLayouts needed = getOpLayouts(problem, sharding);
        for (auto [state, layout] :
             llvm::zip_equal(problem.operands, needed.operands))
          state.layout = layout;
        problem.results[0].layout = needed.results[0];
        EXPECT_EQ(deriveFactorSharding(problem), sharding)
            << a.str() << " " << b.str() << " " << c.str();
      }
}

TEST(FactorChoiceTest, AccumulatorMayBePartialAlike) {
  Mesh mesh = parseMesh("x=2,y=2");
  ShardingRule rule = createMatmul(8, 8, 8);
  rule.accumulators = {2};
  ChoiceProblem problem =
      createMatmulProblem(mesh, rule, createClosed(mesh, {8, 8}, "unsharded,x"),
                          createClosed(mesh, {8, 8}, "x,unsharded"));
  problem.operands[2] =
      createClosed(mesh, {8, 8}, "unsharded,unsharded;partial(sum):x");
  FactorSharding sharding = {{}, {}, {0}};
  EXPECT_EQ(getOpLayouts(problem, sharding).operands[2],
            problem.operands[2].layout);
  // Along another dimension, or with another combiner, it has to be combined.
  problem.operands[2].layout =
      parseLayout(mesh, "unsharded,unsharded;partial(sum):y");
  EXPECT_FALSE(getOpLayouts(problem, sharding).operands[2].isPartial());
  problem.operands[2].layout =
      parseLayout(mesh, "unsharded,unsharded;partial(max):x");
  EXPECT_FALSE(getOpLayouts(problem, sharding).operands[2].isPartial());
}

TEST(FactorChoiceTest, AlternativesStartWithTheChoice) {
  Mesh mesh = parseMesh("x=2,y=2");
  ShardingRule rule = createMatmul(64, 64, 64);
  ChoiceProblem problem =
      createMatmulProblem(mesh, rule, createClosed(mesh, {64, 64}, "x,y"),
                          createClosed(mesh, {64, 64}, "x,y"));
  problem.results[0] = createClosed(mesh, {64, 64}, "x,y");
  std::vector<Alternative> alternatives = listAlternatives(problem);
  ASSERT_GE(alternatives.size(), 2u);
  // Rows of one and columns of the other: a fourth of each is received.
  EXPECT_EQ(alternatives[0].bytesReceived, 2 * 64 * 64 * 4 / 4);
  for (size_t index = 2; index < alternatives.size(); ++index)
    EXPECT_GE(alternatives[index].bytesReceived,
              alternatives[index - 1].bytesReceived);
}

/// ([i+k],[k])->([i]): a convolution of one axis.
ShardingRule createConvolution(int64_t extent, int64_t taps) {
  ShardingRule rule;
  rule.factors = {{extent}, {taps, FactorKind::Reduction}};
  rule.operands = {{{0}}, {{1}}};
  rule.results = {{{0}}};
  rule.windows = {
      {0, 0, {0, {{0, 1}, {1, 1}}}, AxisMove::ofAll(extent + taps - 1)}};
  return rule;
}

TEST(FactorChoice, WindowsShardAsTheirInput) {
  Mesh mesh = parseMesh("x=2");
  ShardingRule rule = createConvolution(30, 3);
  ChoiceProblem problem{mesh, rule, {}, {}, 0};
  problem.operands = {createClosed(mesh, {32}, "x"), createOpen({3})};
  problem.results = {createOpen({30})};
  EXPECT_TRUE(isConflictFree(problem));
  FactorSharding sharding = chooseFactorSharding(problem);
  EXPECT_EQ(sharding, (FactorSharding{{0}, {}}));
  OpLayouts layouts = getOpLayouts(problem, sharding);
  EXPECT_EQ(layouts.operands[0], parseLayout(mesh, "x"));
  EXPECT_EQ(layouts.results[0], parseLayout(mesh, "x"));
}

TEST(FactorChoice, WhatIsReadThroughWindowsKeepsItsLayout) {
  Mesh mesh = parseMesh("x=2,y=2");
  ShardingRule rule = createConvolution(30, 3);
  ChoiceProblem problem{mesh, rule, {}, {}, 0};
  problem.operands = {createClosed(mesh, {32}, "x"),
                      createClosed(mesh, {3}, "unsharded")};
  problem.results = {createClosed(mesh, {30}, "y")};
  FactorSharding sharding = {{1}, {}};
  EXPECT_EQ(getOpLayouts(problem, sharding).operands[0],
            parseLayout(mesh, "x"));
  EXPECT_EQ(deriveFactorSharding(problem), sharding);
  // A partial value is combined first, in the layout in which it is needed.
  problem.operands[0] = createClosed(mesh, {32}, "unsharded;partial(sum):x");
  EXPECT_EQ(getOpLayouts(problem, sharding).operands[0],
            parseLayout(mesh, "y"));
}

TEST(FactorChoice, DividesWhatIsGivenWhereWindowsOverlapLittle) {
  // With 32 positions, half of the memory is saved, and one of the positions is
  // received again. With 12 positions that is too much, unless the value has to
  // be computed.
  Mesh mesh = parseMesh("x=2");
  auto getInput = [&](int64_t extent, bool isGiven) {
    ShardingRule rule = createConvolution(extent - 2, 3);
    ChoiceProblem problem{mesh, rule, {}, {}, 0};
    problem.operands = {createOpen({extent}),
                        createClosed(mesh, {3}, "unsharded")};
    problem.operands[0].isGiven = isGiven;
    problem.results = {createClosed(mesh, {extent - 2}, "x")};
    return getOpLayouts(problem, {{0}, {}}).operands[0];
  };
  EXPECT_EQ(getInput(32, true), parseLayout(mesh, "x"));
  EXPECT_EQ(getInput(12, true), parseLayout(mesh, "unsharded"));
  EXPECT_EQ(getInput(12, false), parseLayout(mesh, "x"));
}

TEST(FactorChoice, CombinesInPlaceWhereOnePositionIsRead) {
  // ([@3,i])->([i]) of a value that is partial along x.
  Mesh mesh = parseMesh("x=2,y=2");
  ShardingRule rule;
  rule.factors = {{1}};
  rule.operands = {{{}, {0}}};
  rule.results = {{{0}}};
  rule.windows = {{0, 0, {3, {}}, AxisMove::ofAll(8)}};
  ChoiceProblem problem{mesh, rule, {}, {createOpen({1})}, 0};
  problem.operands = {createClosed(mesh, {8, 1}, "y,unsharded;partial(sum):x")};
  EXPECT_EQ(getOpLayouts(problem, {{}}).operands[0],
            parseLayout(mesh, "y,unsharded"));
}

} // namespace
