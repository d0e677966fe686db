//===- ComposedFetchTest.cpp - A fetch of fetched values ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/ComposedFetch.h"
#include "Parsing.h"

using namespace dtensor;

namespace {
/// The second half of 8 positions is sliced, and then placed at the beginning
/// of 8 positions.
struct ComposedFetchTest : testing::Test {
  ComposedFetchTest() : mesh(parseMesh("x=4")) {
    Layout layout = parseLayout(mesh, "x");
    inner = Fetch::ofTensor(layout, {4});
    inner.sources.push_back({layout, {8}, {AxisMove{4, 1, 4, 0, 1}}});
    outer = Fetch::ofTensor(layout, {8});
    outer.sources.push_back({layout, {4}, {AxisMove{0, 1, 4, 0, 1}}});
  }

  Mesh mesh;
  Fetch inner, outer;
};
} // namespace

TEST_F(ComposedFetchTest, OneFetchHasTheEffectOfBoth) {
  EXPECT_TRUE(isComponent(mesh, inner, outer.sources[0]));
  EXPECT_TRUE(coversAll(inner, outer.sources[0]));
  std::optional<Fetch> both = composeAt(outer, 0, inner);
  ASSERT_TRUE(both);
  ASSERT_EQ(both->sources.size(), 1u);
  EXPECT_EQ(both->sources[0].shape[0], 8);
  EXPECT_EQ(both->sources[0].moves[0], (AxisMove{4, 1, 4, 0, 1}));
  // The first device has positions 0 and 1, and needs 4 and 5.
  EXPECT_EQ(getReceivedElements(mesh, *both), 2);
  EXPECT_EQ(getReceivedElements(mesh, {inner, outer}), 3);
}

TEST_F(ComposedFetchTest, OtherBoxesAreNotComponents) {
  inner.to = parseLayout(mesh, "unsharded");
  EXPECT_FALSE(isComponent(mesh, inner, outer.sources[0]));
}

TEST_F(ComposedFetchTest, PositionsThatNothingWritesAreFound) {
  inner.sources[0].moves[0].count = 3;
  EXPECT_FALSE(coversAll(inner, outer.sources[0]));
  // Another source writes the last position.
  inner.sources.push_back(inner.sources[0]);
  inner.sources[1].moves[0] = {0, 1, 1, 3, 1};
  EXPECT_TRUE(coversAll(inner, outer.sources[0]));
}
