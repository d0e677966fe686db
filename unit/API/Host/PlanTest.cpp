//===- PlanTest.cpp - Layouts for parameters by their names ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Plan.h"

#include "Messages.h"
#include "gtest/gtest.h"

using namespace dt;

namespace {

const Mesh mesh = {{"x", 2}, {"y", 2}};

const std::map<std::string, Shape> shapes = {
    {"blocks.0.up.weight", {16, 32}},
    {"blocks.0.up.bias", {32}},
    {"blocks.0.down.weight", {32, 16}},
    {"blocks.0.down.bias", {16}},
    {"blocks.0.norm.weight", {16}},
    {"tokens", {4, 8, 16}},
    {"step", {}},
};

TEST(PlanTest, GivesLayoutsByPatterns) {
  Plan plan(mesh);
  plan.add("*.up.*", Style::column_wise("x"))
      .add("*.down.*", Style::row_wise("x"))
      .add("*norm*", Style::sequence("x"))
      .add("token?", Style::sequence("x"))
      .add("[r-t]tep", Style::layout(Layout({}, mesh)))
      .add("*", Style::replicated());
  std::map<std::string, Layout> layouts = plan.layouts(shapes);
  auto at = [&](const char *name) { return layouts.at(name).str(); };
  EXPECT_EQ(layouts.size(), shapes.size());
  EXPECT_EQ(at("blocks.0.up.weight"), "unsharded,x");
  EXPECT_EQ(at("blocks.0.up.bias"), "x");
  EXPECT_EQ(at("blocks.0.down.weight"), "x,unsharded");
  EXPECT_EQ(at("blocks.0.down.bias"), "unsharded");
  EXPECT_EQ(at("blocks.0.norm.weight"), "unsharded");
  EXPECT_EQ(at("tokens"), "unsharded,x,unsharded");
  EXPECT_EQ(at("step"), "");
}

TEST(PlanTest, DistributesParameters) {
  Plan plan(mesh);
  plan.add("w", Style::layout(Layout({"y", "x"}, mesh)));
  std::map<std::string, DTensor> parameters =
      plan.distribute({{"w", Tensor::zeros({4, 6}, DType::float32)}});
  EXPECT_EQ(parameters.at("w").layout().str(), "y,x");
  EXPECT_EQ(parameters.at("w").to_local(3).shape(), (Shape{2, 3}));
}

TEST(PlanTest, Errors) {
  auto use = [](const char *pattern, Style style) {
    Plan plan(mesh);
    return messageOf([&] {
      plan.add(pattern, std::move(style));
      plan.add("*", Style::replicated());
      plan.layouts(shapes);
    });
  };
  EXPECT_EQ(use("*.up.wieght", Style::column_wise("x")),
            "pattern '*.up.wieght' matches no parameter; the nearest are "
            "'blocks.0.up.weight', 'step', 'tokens'");
  EXPECT_EQ(use("*.up.*", Style::column_wise("z")),
            "pattern '*.up.*', parameter 'blocks.0.up.bias': the mesh has no "
            "dimension 'z'; it has 'x', 'y'");
  EXPECT_EQ(use("tokens", Style::layout(Layout({"x"}, mesh))),
            "pattern 'tokens', parameter 'tokens': required a layout of rank "
            "3, found 'x' of rank 1");
  EXPECT_EQ(use("step", Style::layout(Layout({}, Mesh()))),
            "pattern 'step', parameter 'step': required a layout of mesh "
            "'x=2,y=2', found one of ''");
  EXPECT_EQ(use("[a", Style::replicated()).substr(0, 14), "pattern '[a': ");
  Plan plan(mesh);
  plan.add("step", Style::replicated());
  EXPECT_EQ(messageOf([&] { plan.layouts(shapes); }),
            "no pattern of the plan matches parameter 'blocks.0.down.bias'; "
            "add one, or '*' as the last one");
  EXPECT_EQ(messageOf([&] { plan.layouts({}); }),
            "pattern 'step' matches no parameter; there are none");
  EXPECT_EQ(messageOf([] { Style::sequence("x", -1); }),
            "the axis of a sequence must be at least 0, found -1");
}

} // namespace
