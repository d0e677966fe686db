//===- DualAscentTest.cpp -------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DualAscent.h"
#include "MemoryPrices.h"
#include "RandomProblem.h"
#include "gtest/gtest.h"

using namespace dtensor;

namespace {

TEST(DualAscentTest, BoundIsNeverAboveTheOptimum) {
  unsigned numTight = 0, numTried = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    SelectionProblem problem = makeRandomProblem(seed, 2 + seed % 6);
    std::optional<int64_t> least = getLeastCost(problem);
    if (!least)
      continue;
    ++numTried;
    SelectionModel model = llvm::cantFail(SelectionModel::create(problem));
    DualAscent dual(model);
    MemoryPrices prices(model);
    double best = 0;
    for (int i = 0; i < 100; ++i) {
      double bound = prices.getBound(dual.iterate(prices.getSums()));
      EXPECT_LE(bound, *least + 1e-6);
      best = std::max(best, bound);
      prices.update(model.getUsage(dual.getBestAlone(prices.getSums())), bound,
                    std::max(bound, 1.0));
    }
    numTight += best > *least - 1;
  }
  // Bounds of so small problems are often the optimum itself.
  EXPECT_GT(numTried, 100u);
  EXPECT_GT(2 * numTight, numTried);
}

TEST(DualAscentTest, BoundOfAChainIsItsOptimum) {
  SelectionProblem problem;
  for (int i = 0; i < 4; ++i)
    problem.nodes.push_back({0, 0, {3, 1}, {0, 0}});
  for (unsigned i = 0; i < 3; ++i)
    problem.edges.push_back({i, i + 1, {0, 5, 5, 4}});
  problem.nodes[0].costs = {0, 9};
  SelectionModel model = llvm::cantFail(SelectionModel::create(problem));
  DualAscent dual(model);
  std::vector<double> noPrices(model.getNumPoints() + 1);
  double bound = 0;
  for (int i = 0; i < 10; ++i)
    bound = dual.iterate(noPrices);
  EXPECT_EQ(bound, 9);
  EXPECT_EQ(dual.decode(noPrices), Selection({0, 0, 0, 0}));
}

} // namespace
