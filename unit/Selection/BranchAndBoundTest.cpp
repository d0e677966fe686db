//===- BranchAndBoundTest.cpp ---------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchAndBound.h"
#include "RandomProblem.h"
#include "StrategyFilter.h"
#include "gtest/gtest.h"
#include <climits>

using namespace dtensor;

namespace {

std::optional<SelectionModel> makeModel(const SelectionProblem &problem) {
  llvm::Expected<SelectionModel> model = SelectionModel::create(problem);
  if (model)
    return std::move(*model);
  llvm::consumeError(model.takeError());
  return std::nullopt;
}

TEST(BranchAndBoundTest, FindsTheOptimumOfSmallProblems) {
  unsigned numSolved = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    SelectionProblem problem = makeRandomProblem(seed, 2 + seed % 6);
    std::optional<int64_t> least = getLeastCost(problem);
    std::optional<SelectionModel> model = makeModel(problem);
    if (!model)
      continue;
    BranchAndBound tree(SelectionCost::kForbidden, INT_MAX,
                        [] { return false; });
    tree.run(*model);
    EXPECT_TRUE(tree.isFinished());
    EXPECT_EQ(tree.getSelection().empty(), !least);
    if (!least)
      continue;
    ++numSolved;
    SelectionValue value = evaluate(problem, tree.getSelection());
    EXPECT_TRUE(value.isFeasible(problem));
    EXPECT_EQ(value.cost, *least);
    EXPECT_EQ(tree.getBound(), *least);
  }
  EXPECT_GT(numSolved, 100u);
}

/// Calls `function(problem, least)` for random problems of `numNodes` nodes,
/// and the least cost of each. Problems without a solution are left out.
template <typename Function>
void forEachSolvable(unsigned numNodes, Function &&function) {
  unsigned numSolvable = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    SelectionProblem problem = makeRandomProblem(seed, numNodes);
    if (std::optional<int64_t> least = getLeastCost(problem)) {
      ++numSolvable;
      function(problem, *least);
    }
  }
  EXPECT_GT(numSolvable, 100u);
}

/// Nothing that costs less than the optimum is found, and all else is.
TEST(BranchAndBoundTest, LooksBelowACost) {
  forEachSolvable(6, [](const SelectionProblem &problem, int64_t least) {
    std::optional<SelectionModel> model = makeModel(problem);
    for (int more : {0, 1, 5}) {
      BranchAndBound tree(double(least + more), INT_MAX, [] { return false; });
      tree.run(*model);
      EXPECT_EQ(tree.getSelection().empty(), more == 0);
      EXPECT_EQ(tree.getBound(), least);
    }
  });
}

/// The bound of what is given up holds.
TEST(BranchAndBoundTest, EndsEarly) {
  unsigned numUnfinished = 0;
  forEachSolvable(7, [&](const SelectionProblem &problem, int64_t least) {
    BranchAndBound tree(double(least + 10), 1, [] { return false; });
    tree.run(*makeModel(problem));
    EXPECT_LE(tree.getBound(), least + 1e-3);
    if (tree.isFinished())
      return;
    ++numUnfinished;
    EXPECT_NE(tree.getRest(), nullptr);
  });
  EXPECT_GT(numUnfinished, 5u);
}

/// Two nodes of which only one may hold much.
TEST(StrategyFilterTest, LeavesOutWhatDoesNotFit) {
  SelectionProblem problem;
  problem.usageLimit = 10;
  problem.nodes.push_back({0, 2, {0, 3, 5}, {9, 7, 4}});
  problem.nodes.push_back({1, 3, {0, 2}, {8, 3}});
  SelectionModel model = llvm::cantFail(SelectionModel::create(problem));
  std::vector<llvm::BitVector> all{llvm::BitVector(3, true),
                                   llvm::BitVector(2, true)};
  all[0].reset(2);
  std::optional<std::vector<llvm::BitVector>> kept =
      StrategyFilter(model, all).runWithMemory();
  ASSERT_TRUE(kept.has_value());
  EXPECT_EQ((*kept)[0].find_first(), 1);
  EXPECT_EQ((*kept)[0].count(), 1u);
  EXPECT_EQ((*kept)[1].find_first(), 1);
  EXPECT_EQ((*kept)[1].count(), 1u);
  all[0].reset(1);
  EXPECT_FALSE(StrategyFilter(model, all).runWithMemory());
}

} // namespace
