//===- FactorProjectionTest.cpp - Layouts to factors and back -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/FactorProjection.h"
#include "Parsing.h"

using namespace dtensor;

namespace {

/// A reshape of an axis of 4 x 6 positions (x 5 more).
ShardingRule createReshape(int64_t major, int64_t minor) {
  ShardingRule rule;
  rule.factors = {{major}, {minor}};
  rule.operands = {{{0, 1}}};
  rule.results = {{{0}, {1}}};
  return rule;
}

/// From a layout of operand 0 to the one of result 0 and back.
std::pair<std::string, std::string>
project(const Mesh &mesh, const ShardingRule &rule, llvm::StringRef operand) {
  FactorSharding sharding = projectToFactors(mesh, rule, rule.operands[0],
                                             parseLayout(mesh, operand));
  return {projectToAxes(mesh, rule, rule.results[0], sharding).str(mesh),
          projectToAxes(mesh, rule, rule.operands[0], sharding).str(mesh)};
}

using Pair = std::pair<std::string, std::string>;

TEST(FactorProjection, HandsOutMajorFirst) {
  Mesh mesh = parseMesh("x=4,y=2,z=2,w=3");
  EXPECT_EQ(project(mesh, createReshape(4, 6), "x+y"), Pair("x,y", "x+y"));
  EXPECT_EQ(project(mesh, createReshape(4, 6), "y+z+w"),
            Pair("y+z,w", "y+z+w"));
  EXPECT_EQ(project(mesh, createReshape(4, 6), "x"), Pair("x,unsharded", "x"));
  // After 2 positions, the rest of x = 4 would shard the minor factor.
  EXPECT_EQ(project(mesh, createReshape(2, 12), "x"),
            Pair("unsharded,unsharded", "unsharded"));
  EXPECT_EQ(project(mesh, createReshape(8, 3), "x+w"),
            Pair("x,unsharded", "x"));
}

TEST(FactorProjection, LetsTheInnermostFactorBeUneven) {
  Mesh mesh = parseMesh("x=4,y=2");
  EXPECT_EQ(project(mesh, createReshape(4, 3), "x+y"), Pair("x,y", "x+y"));
  EXPECT_EQ(project(mesh, createReshape(7, 1), "x"), Pair("x,unsharded", "x"));
  EXPECT_EQ(project(mesh, createReshape(1, 7), "x"), Pair("unsharded,x", "x"));
}

TEST(FactorProjection, DropsWhatNoAxisCanSay) {
  Mesh mesh = parseMesh("x=2,y=2");
  ShardingRule rule = createReshape(5, 4);
  // Halves of five rows of four have 12 and 8 positions, not 10 and 10.
  FactorSharding uneven = {{0}, {}};
  EXPECT_EQ(projectToAxes(mesh, rule, rule.operands[0], uneven).str(mesh),
            "unsharded");
  FactorSharding minorOnly = {{}, {0}};
  EXPECT_EQ(projectToAxes(mesh, rule, rule.operands[0], minorOnly).str(mesh),
            "unsharded");
  EXPECT_EQ(projectToAxes(mesh, rule, rule.results[0], minorOnly).str(mesh),
            "unsharded,x");
}

TEST(FactorProjection, KeepsDynamicAndWholeFactorsSafe) {
  Mesh mesh = parseMesh("x=2,y=1");
  EXPECT_EQ(project(mesh, createReshape(Factor::kDynamic, 4), "x"),
            Pair("unsharded,unsharded", "unsharded"));
  EXPECT_EQ(project(mesh, createReshape(2, Factor::kDynamic), "y+x"),
            Pair("y+x,unsharded", "y+x"));
  ShardingRule rule = createReshape(4, 6);
  rule.factors[0].kind = FactorKind::Whole;
  EXPECT_EQ(project(mesh, rule, "x"), Pair("unsharded,unsharded", "unsharded"));
}

TEST(FactorProjection, FindsReducedDimensions) {
  ShardingRule rule;
  rule.factors = {{8, FactorKind::Reduction, Combiner::Maximum}, {8}};
  EXPECT_EQ(getReducedDims(rule, {{2, 1}, {0}}),
            (llvm::SmallVector<PartialDim, 1>{{1, Combiner::Maximum},
                                              {2, Combiner::Maximum}}));
}

} // namespace
