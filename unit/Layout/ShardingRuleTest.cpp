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
