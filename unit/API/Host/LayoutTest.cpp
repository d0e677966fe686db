//===- LayoutTest.cpp - Layouts of the host library -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Layout.h"

#include "Messages.h"
#include "gtest/gtest.h"

using namespace dt;

namespace {

const Mesh mesh = {{"x", 3}, {"y", 2}};

TEST(LayoutTest, BothNotationsAreOneLayout) {
  Layout layout({"y", unsharded}, mesh);
  EXPECT_EQ(layout.str(), "y,unsharded");
  EXPECT_EQ(layout.rank(), 2);
  EXPECT_EQ(layout.mesh(), mesh);
  EXPECT_EQ(layout, Layout({Replicate(), Shard(0)}, mesh, 2));
  EXPECT_EQ(layout, Layout({Replicate(), Shard(-2)}, mesh, 2));
  EXPECT_EQ(layout.placements(),
            (std::vector<Placement>{Replicate(), Shard(0)}));
  EXPECT_EQ(layout.sharding_specs(),
            (std::vector<std::string>{"y", "unsharded"}));
  EXPECT_NE(layout, Layout({"x", unsharded}, mesh));
  EXPECT_NE(layout, Layout({"y", unsharded}, Mesh{{"x", 2}, {"y", 2}}));
}

TEST(LayoutTest, TextsRoundTrip) {
  for (const char *text :
       {"y,unsharded", "x+y", "y+x,unsharded", "unsharded;partial(sum):x+y", "",
        ";partial(max):x", "x;partial(avg):y"}) {
    Layout layout = Layout::from_string(text, mesh);
    EXPECT_EQ(layout.str(), text);
    EXPECT_EQ(Layout::from_string(layout.to_string()), layout) << text;
  }
  EXPECT_EQ(Layout({"y", unsharded}, Mesh{{"y", 1}}).to_string(),
            "sharding_specs:y,unsharded, mesh:|y=1|0|0|"
            "/job:localhost/replica:0/task:0/device:CPU:0");
  EXPECT_EQ(Layout::from_placements("Shard(1),Partial(max)", mesh, 2).str(),
            "unsharded,x;partial(max):y");
}

TEST(LayoutTest, ReplicatedAndBatchSharded) {
  Layout replicated = Layout::replicated(mesh, 3);
  EXPECT_EQ(replicated.str(), "unsharded,unsharded,unsharded");
  EXPECT_TRUE(replicated.is_fully_replicated());
  Layout batch = Layout::batch_sharded(mesh, "x", 3);
  EXPECT_EQ(batch.str(), "x,unsharded,unsharded");
  EXPECT_FALSE(batch.is_fully_replicated());
  EXPECT_EQ(Layout::batch_sharded(mesh, "y", 3, -1).str(),
            "unsharded,unsharded,y");
  EXPECT_TRUE(Layout({"x"}, Mesh{{"x", 1}}).is_fully_replicated());
  EXPECT_TRUE(Layout::from_string(";partial(sum):y", mesh).is_partial());
  EXPECT_FALSE(replicated.is_partial());
}

TEST(LayoutTest, UnevenAxesAreThoseOfChunk) {
  // 18 rows on 4x2 devices: the sizes of docs and of torch.chunk.
  Layout layout({"a+b"}, Mesh{{"a", 4}, {"b", 2}});
  std::vector<int64_t> sizes, offsets;
  for (int64_t device = 0; device < 8; ++device) {
    sizes.push_back(layout.local_shape({18}, device)[0]);
    offsets.push_back(layout.local_offset({18}, device)[0]);
  }
  EXPECT_EQ(sizes, (std::vector<int64_t>{3, 2, 3, 2, 3, 2, 2, 1}));
  EXPECT_EQ(offsets, (std::vector<int64_t>{0, 3, 5, 8, 10, 13, 15, 17}));
}

TEST(LayoutTest, Errors) {
  auto make = [](std::vector<std::string> specs) {
    return messageOf([&] { Layout layout(specs, mesh); });
  };
  auto place = [](std::vector<Placement> placements) {
    return messageOf([&] { Layout layout(placements, mesh, 2); });
  };
  EXPECT_EQ(make({"x", "x"}), "mesh dimension 'x' is used twice: the layout "
                              "shards axis 0 and shards axis 1 along it");
  EXPECT_EQ(make({"z"}), "the mesh has no dimension 'z'; it has 'x', 'y'");
  EXPECT_EQ(make({"any"}), "a layout must be complete, found 'any', which only "
                           "a constraint can have");
  EXPECT_EQ(make({"x", ""}), "the spec of axis 1 must be mesh dimensions, as "
                             "'x' or 'x+y', or 'unsharded'; found ''");
  EXPECT_EQ(make({"x,y"}), "the spec of axis 0 must be mesh dimensions, as "
                           "'x' or 'x+y', or 'unsharded'; found 'x,y'");
  EXPECT_EQ(place({Shard(0)}),
            "mesh x=3,y=2 has 2 dimensions, but 1 placements are given");
  EXPECT_EQ(place({Shard(2), Replicate()}),
            "placement of mesh dimension 'x' shards axis 2 of a tensor of "
            "rank 2");
  EXPECT_EQ(place({Partial("sum"), Partial("max")}),
            "a layout must be partial of one kind (sum and avg may mix), found "
            "sum along 'x' and max along 'y'");
  EXPECT_EQ(place({Partial("mean"), Replicate()}).substr(0, 41),
            "there is no kind of partial value 'mean';");
  EXPECT_EQ(messageOf([] { Layout({"y+x"}, mesh).placements(); }),
            "layout y+x of mesh x=3,y=2 has no placements: they need the order "
            "of the mesh for the dimensions that shard axis 0");
  EXPECT_EQ(messageOf([] { Layout({"x"}, mesh).local_shape({4, 4}, 0); }),
            "layout x is for tensors of rank 1, found one of rank 2");
  EXPECT_EQ(messageOf([] { Layout({"x"}, mesh).local_shape({4}, 6); }),
            "required one of the 6 devices of mesh 'x=3,y=2', found device 6");
  EXPECT_EQ(messageOf([] { Layout::batch_sharded(mesh, "x", 2, 2); }),
            "required an axis of a tensor of rank 2, found 2");
  EXPECT_EQ(messageOf([] { Layout::replicated(mesh, -1); }),
            "required a rank of at least 0, found -1");
  EXPECT_EQ(messageOf([] { Layout::from_string("x,unsharded"); }),
            "a layout must be 'sharding_specs:..., mesh:...', found "
            "'x,unsharded'");
}

} // namespace
