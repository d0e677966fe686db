//===- ShardingRuleTest.cpp - Rules print and are checked -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/ShardingRule.h"
#include "Parsing.h"

using namespace dtensor;

namespace {

TEST(ShardingRule, Prints) {
  ShardingRule matmul;
  matmul.factors = {{8}, {16}, {8, FactorKind::Reduction}};
  matmul.operands = {{{0}, {2}}, {{2}, {1}}};
  matmul.results = {{{0}, {1}}};
  EXPECT_EQ(matmul.str(),
            "([i,k],[k,j])->([i,j]) {i=8,j=16,k=8 reduction(sum)}");
  EXPECT_EQ(getMessage(matmul.verify()), "");

  ShardingRule other;
  other.factors = {{Factor::kDynamic},
                   {4, FactorKind::Reduction, Combiner::Maximum},
                   {3, FactorKind::Whole}};
  other.operands = {{{0, 1}, {}, {2}}, {}};
  other.results = {{{0}}};
  other.passings = {{{0, 1}, {0}, false}, {{0}, {0}, true}};
  EXPECT_EQ(other.str(), "([ij,1,k],*)->([i]) {i=?,j=4 reduction(max),k=3 "
                         "whole} passes sum 0+1->0 passes any 0->0");
  EXPECT_EQ(getMessage(other.verify()), "");
}

TEST(ShardingRule, NamesFactors) {
  EXPECT_EQ(getFactorName(0), "i");
  EXPECT_EQ(getFactorName(17), "z");
  EXPECT_EQ(getFactorName(18), "z_1");
}

TEST(ShardingRule, RejectsWhatDoesNotExist) {
  ShardingRule rule;
  rule.factors = {{8}};
  rule.operands = {{{0}, {1}}};
  EXPECT_EQ(getMessage(rule.verify()),
            "operand 0 uses factor 1, but the rule has 1 factors");
  rule.operands = {{{0}, {0}}};
  EXPECT_EQ(getMessage(rule.verify()),
            "operand 0 uses factor i twice, so it must be whole");
  rule.factors[0].kind = FactorKind::Whole;
  EXPECT_EQ(getMessage(rule.verify()), "");
  rule.passings = {{{1}, {0}, false}};
  EXPECT_EQ(getMessage(rule.verify()),
            "a partial value passes from operand 1, but the rule has 1 "
            "operands");
  rule.passings = {{{0}, {0}, false}};
  EXPECT_EQ(getMessage(rule.verify()),
            "a partial value passes to result 0, but the rule has 0 results");
}

} // namespace

TEST(ShardingRule, PrintsWhatIsReadThroughWindows) {
  ShardingRule rule;
  rule.factors = {{8}, {3}};
  for (unsigned operand = 0; operand < 6; ++operand)
    rule.operands.push_back({{0}});
  rule.operands.push_back({{}});
  rule.results = {{{0}}};
  rule.windows = {
      {0, 0, {-1, {{0, 2}, {1, 1}}}, AxisMove::ofAll(20)},
      {1, 0, AxisWindow::ofLoop(0), {3, 1, 8, 0, 1}},
      {2, 0, AxisWindow::ofLoop(0), {7, -1, 8, 0, 1}},
      {3, 0, AxisWindow::ofLoop(0), {0, 1, 4, 1, 2}},
      {4, 0, AxisWindow::ofLoop(0), {AxisMove::kDynamic, 1, 8, 0, 1}},
      {5, 0, AxisWindow::ofLoop(0), {0, 1, 6, 1, 1}},
      {6, 0, AxisWindow(), {4, 1, 1, 0, 1}},
  };
  EXPECT_EQ(rule.str(), "([2i+j-1],[i+3],[-i+7],[(i-1)/2],[i+?],[i-1],[@4])->"
                        "([i]) {i=8,j=3}");
  EXPECT_EQ(getMessage(rule.verify()), "");
  rule.windows[0].window.terms[1].loop = 2;
  EXPECT_EQ(getMessage(rule.verify()),
            "a window uses factor 2, but the rule has 2 factors");
  rule.windows[0].axis = 1;
  EXPECT_EQ(getMessage(rule.verify()),
            "a window is of axis 1 of operand 0, which does not exist");
}
