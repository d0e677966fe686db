//===- LocalShapesTest.cpp - The shapes that devices have -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/LocalShapes.h"
#include "Parsing.h"
#include <map>

using namespace dtensor;

using Counts = std::map<std::vector<int64_t>, int64_t>;

static Counts count(const Mesh &mesh, const Layout &layout,
                    llvm::ArrayRef<int64_t> shape) {
  Counts counts;
  for (const LocalShape &local : getLocalShapes(mesh, layout, shape)) {
    bool isNew = counts
                     .try_emplace({local.shape.begin(), local.shape.end()},
                                  local.numDevices)
                     .second;
    EXPECT_TRUE(isNew);
  }
  return counts;
}

/// The shapes that the devices have one by one.
static Counts enumerate(const Mesh &mesh, const Layout &layout,
                        llvm::ArrayRef<int64_t> shape) {
  Counts counts;
  for (int64_t device = 0; device < mesh.getNumDevices(); ++device) {
    std::vector<int64_t> extents;
    for (Slice slice : layout.getOwnedBox(mesh, shape, device))
      extents.push_back(slice.extent);
    ++counts[extents];
  }
  return counts;
}

TEST(LocalShapesTest, AreThoseOfTheDevices) {
  Mesh mesh = parseMesh("x=3,y=2,z=4");
  for (const char *text : {"x,y", "y+x,unsharded", "z+x+y,unsharded",
                           "unsharded,x+z", "unsharded,unsharded", "y,z+x"})
    for (int64_t rows : {0, 1, 5, 7, 12, 23, 24, 100})
      for (int64_t columns : {1, 6, 11, 13}) {
        Layout layout = parseLayout(mesh, text);
        EXPECT_EQ(count(mesh, layout, {rows, columns}),
                  enumerate(mesh, layout, {rows, columns}))
            << text << ", " << rows << " x " << columns;
      }
  EXPECT_EQ(count(mesh, parseLayout(mesh, ""), {}), (Counts{{{}, 24}}));
}

TEST(LocalShapesTest, FewOfAHundredThousandDevices) {
  Mesh mesh = parseMesh("x=100000,y=7");
  EXPECT_EQ(count(mesh, parseLayout(mesh, "x,y"), {250001, 16}),
            (Counts{{{3, 3}, 83333 * 5},
                    {{3, 1}, 83333},
                    {{3, 0}, 83333},
                    {{2, 3}, 5},
                    {{2, 1}, 1},
                    {{2, 0}, 1},
                    {{0, 3}, 16666 * 5},
                    {{0, 1}, 16666},
                    {{0, 0}, 16666}}));
}
