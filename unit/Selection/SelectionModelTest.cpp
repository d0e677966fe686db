//===- SelectionModelTest.cpp ---------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Selection/SelectionModel.h"
#include "RandomProblem.h"
#include "gtest/gtest.h"

using namespace dtensor;

namespace {

TEST(SelectionModelTest, SmallerModelHasTheSameOptimum) {
  size_t numStrategies = 0, numKept = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    SelectionProblem problem = makeRandomProblem(seed, 2 + seed % 6);
    std::optional<int64_t> least = getLeastCost(problem);
    llvm::Expected<SelectionModel> model = SelectionModel::create(problem);
    if (!model) {
      llvm::consumeError(model.takeError());
      EXPECT_FALSE(least);
      continue;
    }
    SelectionProblem choices;
    for (auto [node, kept] : llvm::zip(problem.nodes, model->getNodes())) {
      numStrategies += node.costs.size();
      numKept += kept.costs.size();
      choices.nodes.push_back(
          {0, 0, std::vector<int64_t>(kept.costs.size()), {}});
    }
    std::optional<int64_t> leastOfModel;
    forEachSelection(choices, [&](const Selection &selection) {
      SelectionValue value = evaluate(problem, model->toProblem(selection));
      SelectionCost cost = model->getCost(selection);
      int64_t peak = 0;
      for (int64_t usage : model->getUsage(selection))
        peak = std::max(peak, usage);
      EXPECT_EQ(peak, value.peakUsage);
      EXPECT_EQ(cost.numForbidden > 0,
                value.cost >= SelectionProblem::kForbidden);
      if (cost.numForbidden == 0) {
        EXPECT_EQ(cost.sum, value.cost);
      }
      if (value.isFeasible(problem) &&
          (!leastOfModel || value.cost < *leastOfModel))
        leastOfModel = value.cost;
    });
    EXPECT_EQ(leastOfModel, least);
  }
  EXPECT_LT(numKept, numStrategies);
}

} // namespace
