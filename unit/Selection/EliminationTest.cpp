//===- EliminationTest.cpp ------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elimination.h"
#include "RandomProblem.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace dtensor;

namespace {

/// Costs with prices; a forbidden one counts as much as the model's sums do.
double getPriced(const SelectionModel &model, llvm::ArrayRef<double> prices,
                 llvm::ArrayRef<unsigned> selection) {
  SelectionCost cost = model.getCost(selection);
  double sum = cost.sum + SelectionCost::kForbidden * cost.numForbidden;
  for (auto [node, choice] : llvm::zip_equal(model.getNodes(), selection))
    sum += (prices[node.end] - prices[node.begin]) * node.usages[choice];
  return sum;
}

struct Case {
  SelectionModel model;
  std::vector<double> prices;
  Selection start;
  /// The nodes that may change.
  std::vector<unsigned> region;
};

std::optional<Case> makeCase(uint64_t seed) {
  SelectionProblem problem = makeRandomProblem(seed, 2 + seed % 6);
  llvm::Expected<SelectionModel> model = SelectionModel::create(problem);
  if (!model) {
    llvm::consumeError(model.takeError());
    return std::nullopt;
  }
  std::mt19937_64 random(seed);
  Case made{std::move(*model), {0}, {}, {}};
  for (unsigned point = 0; point < made.model.getNumPoints(); ++point)
    made.prices.push_back(made.prices.back() + random() % 4);
  for (const SelectionModel::Node &node : made.model.getNodes()) {
    if (random() % 4)
      made.region.push_back(made.start.size());
    made.start.push_back(random() % node.costs.size());
  }
  return made;
}

TEST(EliminationTest, FindsTheBestOfTheRegion) {
  unsigned numTried = 0;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    std::optional<Case> made = makeCase(seed);
    if (!made)
      continue;
    ++numTried;
    Selection found = made->start;
    Elimination(made->model, 1 << 20, seed)
        .improve(made->region, made->prices, found);

    // All choices of the region, with those of the other nodes.
    SelectionProblem choices;
    for (unsigned node : made->region)
      choices.nodes.push_back(
          {0,
           0,
           std::vector<int64_t>(made->model.getNodes()[node].costs.size()),
           {}});
    double least = std::numeric_limits<double>::infinity();
    forEachSelection(choices, [&](const Selection &chosen) {
      Selection selection = made->start;
      for (auto [node, choice] : llvm::zip_equal(made->region, chosen))
        selection[node] = choice;
      least = std::min(least, getPriced(made->model, made->prices, selection));
    });
    EXPECT_EQ(getPriced(made->model, made->prices, found), least);
    for (auto [node, choice] : llvm::enumerate(found))
      if (!llvm::is_contained(made->region, node))
        EXPECT_EQ(choice, made->start[node]);
  }
  EXPECT_GT(numTried, 250u);
}

TEST(EliminationTest, SmallTablesMakeNothingWorse) {
  unsigned numBetter = 0;
  for (uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    std::optional<Case> made = makeCase(seed);
    if (!made)
      continue;
    Selection found = made->start;
    Elimination(made->model, 4, seed)
        .improve(made->region, made->prices, found);
    double before = getPriced(made->model, made->prices, made->start);
    double after = getPriced(made->model, made->prices, found);
    EXPECT_LE(after, before);
    numBetter += after < before;
  }
  EXPECT_GT(numBetter, 100u);
}

} // namespace
