//===- SelectionSolverTest.cpp --------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Selection/SelectionSolver.h"
#include "RandomProblem.h"
#include "gtest/gtest.h"

using namespace dtensor;
using llvm::Expected;

namespace {

using Solver = decltype(searchSelection) *;

/// Returns how many of the problems had a solution.
unsigned compareWithAll(Solver solve, const SelectionOptions &options) {
  unsigned numSolved = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    SelectionProblem problem = makeRandomProblem(seed, 2 + seed % 6);
    std::optional<int64_t> least = getLeastCost(problem);
    Expected<SelectionResult> result = solve(problem, options);
    if (!result) {
      llvm::consumeError(result.takeError());
      EXPECT_FALSE(least);
      continue;
    }
    EXPECT_EQ(result->value.isFeasible(problem), least.has_value());
    if (!least)
      continue;
    ++numSolved;
    EXPECT_EQ(result->value.cost, *least);
    EXPECT_LE(result->bound, *least);
    SelectionValue value = evaluate(problem, result->selection);
    EXPECT_EQ(value.cost, result->value.cost);
    EXPECT_EQ(value.peakUsage, result->value.peakUsage);
  }
  return numSolved;
}

TEST(SelectionSolverTest, SearchFindsTheOptimumOfSmallProblems) {
  SelectionOptions options;
  options.work = 200'000;
  EXPECT_GT(compareWithAll(searchSelection, options), 100u);
}

TEST(SelectionSolverTest, IntegerProgramProvesTheOptimumOfSmallProblems) {
  if (!hasIntegerProgramming())
    GTEST_SKIP() << "the library was built without HiGHS";
  SelectionOptions options;
  options.work = 1'000;
  unsigned numProved = 0;
  auto solve = [](const SelectionProblem &problem,
                  const SelectionOptions &options) {
    return solveSelection(problem, options);
  };
  EXPECT_GT(compareWithAll(solve, options), 100u);
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SelectionProblem problem = makeRandomProblem(seed, 6);
    if (Expected<SelectionResult> result = solveSelection(problem, options))
      numProved +=
          result->isOptimal(problem) || !result->value.isFeasible(problem);
    else {
      llvm::consumeError(result.takeError());
      ++numProved;
    }
  }
  EXPECT_EQ(numProved, 100u);
}

TEST(SelectionSolverTest, WorkLimitMakesResultsRepeatable) {
  SelectionProblem problem = makeRandomProblem(7, 200);
  problem.usageLimit *= 2;
  auto allow = [](std::vector<int64_t> &costs) {
    for (int64_t &cost : costs)
      cost = std::min<int64_t>(cost, 30);
  };
  for (SelectionProblem::Node &node : problem.nodes)
    allow(node.costs);
  for (SelectionProblem::Edge &edge : problem.edges)
    allow(edge.costs);
  SelectionOptions options;
  options.seconds = 1000;
  options.work = 30'000;
  Expected<SelectionResult> first = searchSelection(problem, options);
  Expected<SelectionResult> second = searchSelection(problem, options);
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(first->isOptimal(problem));
  EXPECT_EQ(first->selection, second->selection);
  EXPECT_EQ(first->bound, second->bound);
}

TEST(SelectionSolverTest, EmptyProblem) {
  SelectionProblem problem;
  Expected<SelectionResult> result = searchSelection(problem, {});
  ASSERT_TRUE(bool(result));
  EXPECT_EQ(result->value.cost, 0);
  EXPECT_TRUE(result->isOptimal(problem));
}

/// The search ends long before its time is up.
TEST(SelectionSolverTest, LittleMemoryIsNoticed) {
  SelectionProblem problem;
  problem.usageLimit = 7;
  problem.nodes.push_back({0, 1, {1, 2}, {16, 8}});
  SelectionOptions options;
  options.seconds = 1e6;
  Expected<SelectionResult> result = searchSelection(problem, options);
  ASSERT_TRUE(bool(result));
  EXPECT_EQ(result->value.peakUsage, 8);
  EXPECT_FALSE(result->value.isFeasible(problem));
}

TEST(SelectionSolverTest, ForbiddenNodeIsAnError) {
  SelectionProblem problem;
  problem.nodes.push_back({0, 1, {int64_t(1) << 60}, {0}});
  Expected<SelectionResult> result = searchSelection(problem, {});
  ASSERT_FALSE(bool(result));
  EXPECT_EQ(llvm::toString(result.takeError()),
            "each strategy of node 0 is forbidden, or forbidden with all that "
            "are left of a neighbor");
}

} // namespace
