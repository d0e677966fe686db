//===- RedistributionPlannerTest.cpp - Plans by name and number -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/RedistributionPlanner.h"
#include "Parsing.h"
#include "dtensor/Layout/RedistributionVerifier.h"
#include "llvm/ADT/StringExtras.h"

using namespace dtensor;

namespace {

/// `slice[] 0; all_gather[x] 96` and so on: kinds, groups and bytes of f32.
std::string plan(llvm::StringRef meshText, llvm::ArrayRef<int64_t> shape,
                 llvm::StringRef from, llvm::StringRef to,
                 bool allowExchange = true) {
  Mesh mesh = parseMesh(meshText);
  Layout source = parseLayout(mesh, from), target = parseLayout(mesh, to);
  RedistributionPlan plan =
      planRedistribution(mesh, source, target, shape, 32, {allowExchange});
  if (llvm::none_of(shape, [](int64_t extent) { return extent < 0; }))
    EXPECT_EQ(
        getMessage(verifyRedistribution(mesh, source, target, shape, 32, plan)),
        "");
  llvm::SmallVector<std::string> steps;
  for (const RedistributionStep &step : plan.steps) {
    std::string dims;
    for (unsigned dim : step.dims)
      dims += mesh.getName(dim);
    steps.push_back((stringify(step.kind) + "[" + dims + "] " +
                     std::to_string(step.bytesReceived))
                        .str());
  }
  return llvm::join(steps, "; ");
}

TEST(RedistributionPlanner, NamesWhatOneDimensionDoes) {
  EXPECT_EQ(plan("x=4", {8, 8}, "x,unsharded", "unsharded,unsharded"),
            "all_gather[x] 192");
  EXPECT_EQ(plan("x=4", {8, 8}, "x,unsharded", "unsharded,x"),
            "all_to_all[x] 48");
  EXPECT_EQ(plan("x=4", {8, 8}, "unsharded,unsharded", "x,unsharded"),
            "slice[] 0");
  EXPECT_EQ(plan("x=4", {8, 8}, "unsharded,unsharded;partial(sum):x",
                 "unsharded,unsharded"),
            "all_reduce[x] 384");
  EXPECT_EQ(
      plan("x=4", {8, 8}, "unsharded,unsharded;partial(sum):x", "x,unsharded"),
      "reduce_scatter[x] 192");
  EXPECT_EQ(plan("x=4", {8, 8}, "x,unsharded", "x,unsharded"), "");
  EXPECT_EQ(plan("x=4", {8}, "unsharded", "unsharded;partial(max):x"),
            "make_partial[] 0");
  EXPECT_EQ(plan("x=4", {8}, "x", "unsharded;partial(sum):x"),
            "make_partial[] 0");
  EXPECT_EQ(
      plan("x=4", {8}, "unsharded;partial(sum):x", "unsharded;partial(max):x"),
      "all_reduce[x] 48; make_partial[] 0");
}

TEST(RedistributionPlanner, NamesWhatSeveralDimensionsDo) {
  EXPECT_EQ(plan("x=2,y=2", {8, 8}, "x+y,unsharded", "x,unsharded"),
            "all_gather[y] 64");
  EXPECT_EQ(plan("x=2,y=2", {8, 8}, "x+y,unsharded", "y+x,unsharded"),
            "permute[xy] 64");
  EXPECT_EQ(plan("x=2,y=2", {8, 8}, "x,y", "y,x"), "permute[xy] 64");
  // Since y can be sliced, the peers are along x alone.
  EXPECT_EQ(plan("x=2,y=2", {8, 8}, "x,unsharded", "y,unsharded"),
            "permute[x] 128");
  EXPECT_EQ(plan("x=2,y=2", {8, 8}, "x,unsharded", "unsharded,y"),
            "slice[] 0; all_gather[x] 64");
  EXPECT_EQ(plan("x=2,y=2", {8, 8}, "x+y,unsharded", "x,y"),
            "all_to_all[y] 32");
  EXPECT_EQ(plan("x=2,y=2", {8, 8}, "x+y,unsharded", "unsharded,x+y"),
            "all_to_all[xy] 48");
  // Gathering the major dimension and keeping the minor one is no all_gather.
  EXPECT_EQ(plan("x=2,y=2", {8, 8}, "x+y,unsharded", "y,unsharded"),
            "exchange[xy] 128");
}

TEST(RedistributionPlanner, MovesNoMoreThanMissing) {
  EXPECT_EQ(
      plan("x=4,y=2", {16, 16, 16}, "y,unsharded,x", "unsharded,x+y,unsharded"),
      "exchange[xy] 1792"); // 448 elements
  EXPECT_EQ(plan("x=4,y=2", {16, 16, 16}, "y,unsharded,x",
                 "unsharded,x+y,unsharded", /*allowExchange=*/false),
            "all_to_all[x] 1536; all_to_all[y] 1024"); // 640 elements
}

TEST(RedistributionPlanner, ReducesBeforeItMoves) {
  EXPECT_EQ(plan("x=2,y=2", {8}, "unsharded;partial(sum):x+y", "x"),
            "reduce_scatter[x] 16; all_reduce[y] 16");
  EXPECT_EQ(plan("x=2,y=2", {8}, "unsharded;partial(sum):x+y", "x+y"),
            "reduce_scatter[xy] 24");
  EXPECT_EQ(
      plan("x=2,y=2", {8, 8}, "y,unsharded;partial(sum):x", "unsharded,x"),
      "reduce_scatter[x] 64; all_gather[y] 64");
  EXPECT_EQ(plan("x=2,y=2", {8, 8}, "unsharded,unsharded;partial(sum):x",
                 "y,unsharded"),
            "slice[] 0; all_reduce[x] 128");
  EXPECT_EQ(plan("x=2,y=2", {8}, "y;partial(sum):x", "y+x"),
            "reduce_scatter[x] 8");
  // An average and a sum are combined separately.
  EXPECT_EQ(plan("x=2,y=2", {8}, "unsharded;partial(sum):x;partial(avg):y",
                 "unsharded"),
            "all_reduce[x] 32; all_reduce[y] 32");
  // A value that stays partial is moved without being combined.
  EXPECT_EQ(
      plan("x=2,y=2", {8}, "y;partial(sum):x", "unsharded;partial(sum):x"),
      "all_gather[y] 16");
}

TEST(RedistributionPlanner, CountsUnevenExtents) {
  EXPECT_EQ(plan("x=4", {5}, "x", "unsharded"), "all_gather[x] 20");
  EXPECT_EQ(plan("x=2,y=3", {7}, "x+y", "x"), "all_gather[y] 16");
  // Chunks of chunks depend on the order, so that no component stays the same.
  EXPECT_EQ(plan("x=2,y=3", {7}, "x+y", "y+x"), "exchange[xy] 4");
  EXPECT_EQ(plan("x=2,y=3", {12}, "x+y", "y+x"), "permute[xy] 8");
  EXPECT_EQ(plan("x=2,y=3", {7}, "x+y", "y+x", /*allowExchange=*/false),
            "all_gather[xy] 28; slice[] 0");
  EXPECT_EQ(plan("x=4", {0}, "x", "unsharded"), "all_gather[x] 0");
  EXPECT_EQ(plan("x=4", {}, ";partial(sum):x", ""), "all_reduce[x] 6");
  // One device would receive all addends.
  EXPECT_EQ(plan("x=4", {5}, "unsharded;partial(sum):x", "x"),
            "reduce_scatter[x] 24");
  EXPECT_EQ(plan("x=4", {2}, "unsharded;partial(sum):x", "x"),
            "reduce_scatter[x] 12");
  EXPECT_EQ(plan("x=4", {1}, "unsharded;partial(sum):x", "x"),
            "all_reduce[x] 6; slice[] 0");
}

TEST(RedistributionPlanner, PlansDynamicExtents) {
  EXPECT_EQ(plan("x=4", {INT64_MIN}, "x", "unsharded"), "all_gather[x] 3072");
  // A plan must not rely on facts that hold only for large even extents.
  EXPECT_EQ(plan("x=2,y=3", {INT64_MIN}, "x+y", "y+x").substr(0, 8),
            "exchange");
  EXPECT_EQ(plan("x=2,y=3", {INT64_MIN}, "x+y", "y+x", /*allowExchange=*/false),
            "all_gather[xy] 3420; slice[] 0");
}

TEST(RedistributionPlanner, IgnoresDimensionsOfOneDevice) {
  EXPECT_EQ(plan("x=4,y=1", {8}, "x", "y+x"), "");
  EXPECT_EQ(plan("x=4,y=1", {8}, "x;partial(sum):y", "unsharded"),
            "all_gather[x] 24");
}

TEST(RedistributionPlanner, CountsBitsAndPeaks) {
  Mesh mesh = parseMesh("x=4");
  RedistributionPlan plan = planRedistribution(
      mesh, parseLayout(mesh, "x"), parseLayout(mesh, "unsharded"), {8}, 64);
  EXPECT_EQ(plan.bytesReceived, 48);
  EXPECT_EQ(plan.peakBytes, 16 + 64);
}

/// The work of common relayouts does not grow with the mesh.
TEST(RedistributionPlanner, PlansForLargeMeshes) {
  llvm::StringRef mesh = "x=65536,y=65536";
  int64_t extent = int64_t(1) << 33;
  EXPECT_EQ(plan(mesh, {extent, -1}, "x+y,unsharded", "x,y").substr(0, 13),
            "all_to_all[y]");
  EXPECT_EQ(plan(mesh, {-1}, "unsharded;partial(sum):x", "x").substr(0, 17),
            "reduce_scatter[x]");
}

} // namespace
