//===- DecimationTest.cpp -------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decimation.h"
#include "gtest/gtest.h"
#include <random>

using namespace dtensor;

namespace {

/// A tree in which few nodes have most of the others as neighbors.
SelectionProblem makeTreeWithHubs(uint64_t seed) {
  std::mt19937_64 random(seed);
  SelectionProblem problem;
  problem.usageLimit = 0;
  auto makeCosts = [&](size_t count) {
    std::vector<int64_t> costs;
    for (size_t i = 0; i < count; ++i)
      costs.push_back(random() % 100);
    return costs;
  };
  for (unsigned node = 0; node < 100; ++node) {
    problem.nodes.push_back({0, 0, makeCosts(3), {0, 0, 0}});
    if (node > 0)
      problem.edges.push_back(
          {unsigned(random() % std::min(node, 3u)), node, makeCosts(9)});
  }
  return problem;
}

TEST(DecimationTest, IsExactOnTreesWithHubs) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    SelectionProblem problem = makeTreeWithHubs(seed);
    SelectionModel model = llvm::cantFail(SelectionModel::create(problem));
    DualAscent dual(model);
    std::vector<double> noPrices(model.getNumPoints() + 1);
    double bound = 0;
    for (int i = 0; i < 200; ++i)
      bound = dual.iterate(noPrices);
    uint64_t work = 0;
    Selection selection =
        decimate(model, dual, noPrices, work, [] { return false; });
    EXPECT_NEAR(model.getCost(selection).sum, bound, 1e-3);
    EXPECT_GT(work, 0u);
    // The messages of the caller are as they were.
    EXPECT_NEAR(dual.iterate(noPrices), bound, 1e-3);
  }
}

} // namespace
