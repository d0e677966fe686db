//===- LocalBorderTest.cpp - The border of a local_map --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/LocalBorder.h"
#include "gtest/gtest.h"

using namespace dtensor;

namespace {

struct LocalBorderTest : testing::Test {
  Layout parse(llvm::StringRef text) {
    return llvm::cantFail(Layout::parse(mesh, text));
  }

  Mesh mesh = llvm::cantFail(Mesh::parse("x=2,y=2,z=3"));
  LocalBorder border{parse("x,unsharded"), {0}};
};

TEST_F(LocalBorderTest, EachDeviceHoldsTheSame) {
  int64_t whole[] = {12, 5}, part[] = {6, 5};
  for (llvm::StringRef text : {"unsharded,unsharded", "y,z", "z+y,unsharded",
                               "unsharded,y+z", "y,unsharded"}) {
    Layout inside = parse(text), outside = border.lift(inside);
    EXPECT_EQ(border.peel(outside), inside) << text.str();
    for (int64_t device = 0; device < mesh.getNumDevices(); ++device) {
      Box outer = outside.getOwnedBox(mesh, whole, device);
      Box inner = inside.getOwnedBox(mesh, part, device);
      int64_t start = mesh.getCoordinate(device, 0) * part[0];
      EXPECT_EQ(outer[0].offset, start + inner[0].offset);
      EXPECT_EQ(outer[0].extent, inner[0].extent);
      EXPECT_EQ(outer[1], inner[1]);
    }
  }
}

TEST_F(LocalBorderTest, PartialAlongManualAndFree) {
  LocalBorder sums{parse("unsharded,unsharded;partial(sum):x"), {0}};
  Layout inside = parse("z,unsharded;partial(sum):y");
  EXPECT_EQ(sums.lift(inside).str(mesh), "z,unsharded;partial(sum):x+y");
  EXPECT_EQ(sums.peel(sums.lift(inside)), inside);
}

TEST_F(LocalBorderTest, SeesWhatMayStillChange) {
  TensorState state;
  state.isTensor = true;
  state.shape = {12, 5};
  state.open = {true, true};
  state.layout = parse("x+y,unsharded");
  TensorState inside = border.peel(state, {6, 5});
  EXPECT_EQ(inside.layout.str(mesh), "y,unsharded");
  EXPECT_TRUE(inside.open[0]);
  EXPECT_EQ(inside.shape, (llvm::SmallVector<int64_t, 4>{6, 5}));
  // If another dimension shards the axis first, the value has to be moved.
  state.layout = parse("y,x");
  inside = border.peel(state, {6, 5});
  EXPECT_EQ(inside.layout.str(mesh), "y,unsharded");
  EXPECT_FALSE(inside.open[0]);
  EXPECT_FALSE(inside.open[1]);
}

} // namespace
