//===- LayoutProblemTest.cpp ----------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutProblem.h"
#include "ProgramGraph.h"
#include "dtensor/Machine/AbstractMachine.h"
#include "dtensor/Selection/SelectionSolver.h"
#include "gtest/gtest.h"

using namespace dtensor;

namespace {

constexpr llvm::StringRef kProduct = R"(
  dtensor.mesh @mesh <x=4>
  func.func @main(%a: tensor<65536x64xf32>, %b: tensor<64x64xf32>)
      -> tensor<65536x64xf32> {
    %e = tensor.empty() : tensor<65536x64xf32>
    %0 = linalg.matmul ins(%a, %b : tensor<65536x64xf32>, tensor<64x64xf32>)
        outs(%e : tensor<65536x64xf32>) -> tensor<65536x64xf32>
    return %0 : tensor<65536x64xf32>
  })";

class LayoutProblemTest : public testing::Test {
protected:
  Program program{kProduct};
  LayoutGraph graph = program.buildGraph();
  Machine machine = getAbstractMachine(4);

  /// The layouts of both arguments in a solution.
  std::pair<std::string, std::string> solve(int64_t memory) {
    LayoutProblem problem(graph, program.main, machine, memory);
    SelectionOptions options;
    options.work = 1'000'000;
    llvm::Expected<SelectionResult> result =
        searchSelection(problem.getProblem(), options);
    EXPECT_TRUE(bool(result));
    EXPECT_TRUE(result->value.isFeasible(problem.getProblem()));
    auto getLayout = [&](unsigned argument) {
      unsigned node = *problem.getArgumentNode(argument);
      return problem.getLayouts(node)[result->selection[node]].str(
          graph.getMesh());
    };
    return {getLayout(0), getLayout(1)};
  }
};

TEST_F(LayoutProblemTest, IsAWellFormedProblem) {
  LayoutProblem problem(graph, program.main, machine, 1 << 20);
  EXPECT_FALSE(bool(problem.getProblem().verify()));
  EXPECT_EQ(problem.getProblem().usageLimit, 1 << 20);
  // Unsharded, and on each of two axes.
  EXPECT_EQ(problem.getLayouts(*problem.getArgumentNode(0)).size(), 3u);
}

TEST_F(LayoutProblemTest, RowsAreDividedAndTheSmallFactorIsNot) {
  EXPECT_EQ(solve(INT64_MAX),
            std::make_pair(std::string("x,unsharded"),
                           std::string("unsharded,unsharded")));
}

TEST_F(LayoutProblemTest, ValuesHoldTheBytesOfTheirLayout) {
  LayoutProblem problem(graph, program.main, machine, INT64_MAX);
  unsigned node = *problem.getArgumentNode(0);
  const std::vector<int64_t> &usages = problem.getProblem().nodes[node].usages;
  const int64_t whole = 65536 * 64 * 4;
  EXPECT_EQ(usages, (std::vector<int64_t>{whole, whole / 4, whole / 4}));
}

} // namespace
