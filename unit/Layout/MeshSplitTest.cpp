//===- MeshSplitTest.cpp - Mesh dimensions taken apart --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/MeshSplit.h"
#include "gtest/gtest.h"

using namespace dtensor;

namespace {

TEST(MeshSplit, KeepsNumbersOfDevices) {
  Mesh mesh = llvm::cantFail(Mesh::parse("a=2,x=8,b=3"));
  Mesh split = llvm::cantFail(splitMesh(mesh, 1, {4, 2}));
  EXPECT_EQ(split.str(), "a=2,x.0=4,x.1=2,b=3");
  for (int64_t device = 0; device < mesh.getNumDevices(); ++device)
    EXPECT_EQ(mesh.getCoordinate(device, 1),
              2 * split.getCoordinate(device, 1) +
                  split.getCoordinate(device, 2));
}

TEST(MeshSplit, RejectsOtherSizes) {
  Mesh mesh = llvm::cantFail(Mesh::parse("x=8"));
  EXPECT_EQ(llvm::toString(splitMesh(mesh, 0, {3, 2}).takeError()),
            "mesh dimension 'x' has size 8, its parts multiply to 6");
}

TEST(MeshSplit, LayoutsOwnTheSame) {
  Mesh mesh = llvm::cantFail(Mesh::parse("a=2,x=8,b=3"));
  Mesh split = llvm::cantFail(splitMesh(mesh, 1, {2, 2, 2}));
  int64_t shape[] = {48, 6, 7};
  for (llvm::StringRef text :
       {"x,b,a", "a+x,unsharded,b", "x+b,a,unsharded", "unsharded,b,a",
        "x+a,unsharded,unsharded;partial(sum):b",
        "a,unsharded,b;partial(avg):x"}) {
    Layout layout = llvm::cantFail(Layout::parse(mesh, text));
    Layout parts =
        llvm::cantFail(splitLayout(mesh, layout, shape, /*dim=*/1, 3));
    EXPECT_FALSE(parts.verify(split)) << text.str();
    EXPECT_EQ(parts.isPartial(), layout.isPartial()) << text.str();
    for (int64_t device = 0; device < mesh.getNumDevices(); ++device)
      EXPECT_EQ(parts.getOwnedBox(split, shape, device),
                layout.getOwnedBox(mesh, shape, device))
          << text.str();
  }
}

// 9 positions on 8 devices are 2,2,2,2,1,0,0,0; on 4 and then 2 they would be
// 2,1,2,1,2,1,0,0.
TEST(MeshSplit, RejectsUnevenAxes) {
  Mesh mesh = llvm::cantFail(Mesh::parse("x=8"));
  Layout layout = llvm::cantFail(Layout::parse(mesh, "x"));
  EXPECT_EQ(llvm::toString(splitLayout(mesh, layout, {9}, 0, 2).takeError()),
            "axis 0 of extent 9 is cut unevenly along mesh dimension 'x', "
            "whose parts would cut it at other places");
}

} // namespace
