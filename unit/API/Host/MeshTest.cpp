//===- MeshTest.cpp - Meshes of the host library --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Mesh.h"

#include "Messages.h"
#include "dt/Processes.h"
#include "gtest/gtest.h"

using namespace dt;

namespace {

const char *const kText = "|x=3,y=2|0,1,2,3,4,5|0,1,2,3,4,5|"
                          "/job:localhost/replica:0/task:0/device:CPU:0,"
                          "/job:localhost/replica:0/task:0/device:CPU:1,"
                          "/job:localhost/replica:0/task:0/device:CPU:2,"
                          "/job:localhost/replica:0/task:0/device:CPU:3,"
                          "/job:localhost/replica:0/task:0/device:CPU:4,"
                          "/job:localhost/replica:0/task:0/device:CPU:5";

TEST(MeshTest, HasDimensionsAndDevices) {
  Mesh mesh = {{"x", 3}, {"y", 2}};
  EXPECT_EQ(mesh.size(), 6);
  EXPECT_EQ(mesh.dim_size("y"), 2);
  ASSERT_EQ(mesh.dimensions().size(), 2u);
  EXPECT_EQ(mesh.dimensions()[0], (Mesh::Dimension{"x", 3}));
  EXPECT_EQ(mesh.coordinates(3), (std::vector<int64_t>{1, 1}));
  EXPECT_EQ(mesh.device_name(5),
            "/job:localhost/replica:0/task:0/device:CPU:5");
  EXPECT_EQ(Mesh().size(), 1);
  // A process that was started alone has all.
  EXPECT_EQ(mesh.local_devices(), (std::vector<int64_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(process_count(), 1);
  EXPECT_EQ(process_index(), 0);
}

TEST(MeshTest, TextsRoundTrip) {
  Mesh mesh = {{"x", 3}, {"y", 2}};
  EXPECT_EQ(mesh.str(), "x=3,y=2");
  EXPECT_EQ(mesh.to_string(), kText);
  EXPECT_EQ(Mesh::from_string("x=3,y=2"), mesh);
  EXPECT_EQ(Mesh::from_string(kText), mesh);
  EXPECT_EQ(Mesh::from_string(Mesh().str()), Mesh());
  EXPECT_NE(mesh, (Mesh{{"x", 2}, {"y", 3}}));
  EXPECT_NE(mesh, (Mesh{{"x", 3}, {"z", 2}}));
}

TEST(MeshTest, ProcessOrder) {
  Mesh mesh({{"x", 3}, {"y", 2}}, "y,x");
  EXPECT_EQ(mesh, Mesh::from_string("x=3,y=2", "x,y"));
  // A process that is alone has all devices, in their order.
  EXPECT_EQ(mesh.process_order(), "x,y");
  EXPECT_EQ(mesh.local_devices(), (std::vector<int64_t>{0, 1, 2, 3, 4, 5}));
  for (const char *order : {"y", "x,y,x", "x,z"})
    EXPECT_EQ(messageOf([&] { Mesh::from_string("x=3,y=2", order); }),
              std::string("process order: required each dimension of the mesh "
                          "x=3,y=2 once, found '") +
                  order + "'");
}

TEST(MeshTest, Errors) {
  auto make = [](std::initializer_list<Mesh::Dimension> dimensions) {
    return messageOf([&] { Mesh mesh(dimensions); });
  };
  auto parse = [](const char *text) {
    return messageOf([&] { Mesh::from_string(text); });
  };
  EXPECT_EQ(make({{"x", 2}, {"x", 3}}), "mesh dimension 'x' is repeated");
  EXPECT_EQ(make({{"any", 2}}),
            "'any' is a reserved name and cannot name a mesh dimension "
            "(reserved: any, match, unsharded)");
  EXPECT_EQ(make({{"x", 0}}),
            "mesh dimension 'x' must have a size of at least 1, found 0");
  EXPECT_EQ(make({{"x", 4097}}), "mesh 'x=4097': required at most 4096 devices "
                                 "in one process, found 4097");
  EXPECT_EQ(parse("|x=3,y=2|0,1,2,3|0,1,2,3|"),
            "mesh x=3,y=2 has 6 devices, but 4 global device ids are given");
  EXPECT_EQ(parse("|x=2|1,0|0,1|"),
            "the devices of mesh x=2 must be listed in row-major order of "
            "their coordinates (0,1,2,...)");
  EXPECT_EQ(parse("x=two"), "a mesh must be a list like 'x=2,y=4'; found "
                            "'x=two' in 'x=two'");
  Mesh mesh = {{"x", 2}};
  EXPECT_EQ(messageOf([&] { mesh.dim_size("z"); }),
            "the mesh has no dimension 'z'; it has 'x'");
  EXPECT_EQ(messageOf([&] { mesh.coordinates(2); }),
            "required one of the 2 devices of mesh 'x=2', found device 2");
  EXPECT_EQ(messageOf([&] { mesh.device_name(-1); }),
            "required one of the 2 devices of mesh 'x=2', found device -1");
}

} // namespace
