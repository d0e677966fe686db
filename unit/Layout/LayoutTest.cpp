//===- LayoutTest.cpp - Layouts, owned boxes, text forms ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parsing.h"

using namespace dtensor;

namespace {

llvm::SmallVector<Slice> getSlices(const Mesh &mesh, const Layout &layout,
                                   int64_t extent) {
  llvm::SmallVector<Slice> slices;
  for (int64_t device = 0; device < mesh.getNumDevices(); ++device)
    slices.push_back(layout.getOwnedSlice(mesh, 0, extent, device));
  return slices;
}

TEST(Layout, ChunksUnevenAxesMajorFirst) {
  Mesh mesh = parseMesh("x=4,y=2");
  Layout both = parseLayout(mesh, "x+y,unsharded");
  EXPECT_EQ(
      getSlices(mesh, both, 18),
      (llvm::SmallVector<Slice>{
          {0, 3}, {3, 2}, {5, 3}, {8, 2}, {10, 3}, {13, 2}, {15, 2}, {17, 1}}));
  EXPECT_EQ(
      getSlices(mesh, both, 13),
      (llvm::SmallVector<Slice>{
          {0, 2}, {2, 2}, {4, 2}, {6, 2}, {8, 2}, {10, 2}, {12, 1}, {13, 0}}));
  Mesh square = parseMesh("x=2,y=2");
  EXPECT_EQ(getSlices(square, parseLayout(square, "x+y"), 5),
            (llvm::SmallVector<Slice>{{0, 2}, {2, 1}, {3, 1}, {4, 1}}));
  Mesh six = parseMesh("x=6");
  EXPECT_EQ(getSlices(six, parseLayout(six, "x"), 16),
            (llvm::SmallVector<Slice>{
                {0, 3}, {3, 3}, {6, 3}, {9, 3}, {12, 3}, {15, 1}}));
  EXPECT_EQ(getSlices(six, parseLayout(six, "x"), 0),
            llvm::SmallVector<Slice>(6, Slice{0, 0}));
}

TEST(Layout, OwnsBoxes) {
  Mesh mesh = parseMesh("x=2,y=3");
  Layout layout = parseLayout(mesh, "y,unsharded,x");
  Box box = layout.getOwnedBox(mesh, {6, 5, 3}, 5);
  EXPECT_EQ(box, (Box{{4, 2}, {0, 5}, {2, 1}}));
  EXPECT_EQ(getNumElements(box), 10);
  EXPECT_EQ(layout.getMaxLocalExtent(mesh, 2, 3), 2);
  EXPECT_TRUE(layout.isEven(mesh, 0, 6));
  EXPECT_FALSE(layout.isEven(mesh, 2, 3));
  EXPECT_TRUE(layout.isEven(mesh, 1, INT64_MIN));
  EXPECT_FALSE(layout.isEven(mesh, 0, INT64_MIN));
  EXPECT_EQ(layout.getMaxLocalExtent(mesh, 0, INT64_MIN), INT64_MIN);
}

TEST(Layout, AnswersPerDimension) {
  Mesh mesh = parseMesh("x=2,y=3,z=1,w=2");
  Layout layout = parseLayout(mesh, "y,unsharded;partial(max):x");
  EXPECT_EQ(layout.getShardedAxis(1), 0u);
  EXPECT_EQ(layout.getShardedAxis(0), std::nullopt);
  EXPECT_EQ(layout.getPartial(0), Combiner::Maximum);
  EXPECT_EQ(layout.getReplicatedDims(mesh), (DimList{2, 3}));
  EXPECT_TRUE(layout.isSharded());
  EXPECT_FALSE(layout.isReplicated(mesh));
  EXPECT_TRUE(parseLayout(mesh, "z").isReplicated(mesh));
}

TEST(Layout, RoundTripsTheAxisNotation) {
  Mesh mesh = parseMesh("x=2,y=2,z=2,w=2");
  for (llvm::StringRef text :
       {"", "unsharded", "x,unsharded,y+z;partial(sum):w",
        ";partial(sum):x;partial(avg):y", "z+x,y", ";partial(max_num):x+z"})
    EXPECT_EQ(parseLayout(mesh, text).str(mesh), text);
  EXPECT_EQ(
      parseLayout(mesh, " y + x , unsharded ; partial( sum ) : z ").str(mesh),
      "y+x,unsharded;partial(sum):z");
}

TEST(Layout, RoundTripsPlacements) {
  Mesh mesh = parseMesh("x=2,y=2,z=2");
  auto reprint = [&](llvm::StringRef text) {
    return llvm::cantFail(Layout::parsePlacements(mesh, 2, text))
        .strPlacements(mesh);
  };
  for (llvm::StringRef text :
       {"Shard(0),Replicate,Partial(sum)", "Shard(1),Shard(1),Shard(0)",
        "Replicate,Partial(max),Partial(max)"})
    EXPECT_EQ(reprint(text), text);
  EXPECT_EQ(reprint("Shard(dim=-1), Replicate(), Partial()"),
            "Shard(1),Replicate,Partial(sum)");
  EXPECT_EQ(parseLayout(mesh, "y+x,unsharded").strPlacements(mesh),
            std::nullopt);
}

TEST(Layout, RejectsWhatIsNoLayout) {
  Mesh mesh = parseMesh("x=2,y=4");
  auto parse = [&](llvm::StringRef text) {
    return getMessage(Layout::parse(mesh, text));
  };
  EXPECT_EQ(parse("x,x"), "mesh dimension 'x' is used twice: the layout shards "
                          "axis 0 and shards axis 1 along it");
  EXPECT_EQ(parse("x+x"), "mesh dimension 'x' is used twice: the layout shards "
                          "axis 0 and shards axis 0 along it");
  EXPECT_EQ(parse("x;partial(sum):x"),
            "mesh dimension 'x' is used twice: the layout shards axis 0 and is "
            "partial(sum) along it");
  EXPECT_EQ(parse("z"), "the mesh has no dimension 'z'; it has 'x', 'y'");
  EXPECT_EQ(parse("any"),
            "a layout must be complete, found 'any', which only a "
            "constraint can have");
  EXPECT_EQ(parse(";partial(sum):x;partial(max):y"),
            "a layout must be partial of one kind (sum and avg may mix), found "
            "sum along 'x' and max along 'y'");
  EXPECT_EQ(parse(";partial(mean):x"),
            "there is no kind of partial value 'mean'; kinds are sum, avg, "
            "product, max, min, and, or, xor, max_signed, min_signed, "
            "max_unsigned, min_unsigned, max_num, min_num");
  EXPECT_EQ(parse("x;sum"),
            "expected 'partial(kind):dimensions' after ';', found 'sum'");
  EXPECT_EQ(
      getMessage(Layout(llvm::ArrayRef<DimList>(DimList{7})).verify(mesh)),
      "the layout shards axis 0 along mesh dimension 7, but mesh x=2,y=4 "
      "has 2 dimensions");
}

TEST(Layout, RejectsWhatIsNoPlacement) {
  Mesh mesh = parseMesh("x=2,y=4");
  auto parse = [&](llvm::StringRef text) {
    return getMessage(Layout::parsePlacements(mesh, 2, text));
  };
  EXPECT_EQ(parse("Shard(0)"),
            "mesh x=2,y=4 has 2 dimensions, but 1 placements are given");
  EXPECT_EQ(parse("Shard(2),Replicate"),
            "placement of mesh dimension 'x' shards axis 2 of a tensor of "
            "rank 2");
  EXPECT_EQ(parse("Replicate,Shard(one)"),
            "placement of mesh dimension 'y' must be Shard(axis), Replicate or "
            "Partial(kind), found 'Shard(one)'");
}

} // namespace
