//===- MeshTest.cpp - Meshes and their text forms -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parsing.h"
#include "dtensor/Layout/DeviceMesh.h"

using namespace dtensor;

namespace {

TEST(Mesh, NumbersDevicesInRowMajorOrder) {
  Mesh mesh = parseMesh("x=3,y=2");
  EXPECT_EQ(mesh.getNumDevices(), 6);
  EXPECT_EQ(mesh.getCoordinates(5), (llvm::SmallVector<int64_t>{2, 1}));
  for (int64_t device = 0; device < 6; ++device) {
    llvm::SmallVector<int64_t> coordinates = mesh.getCoordinates(device);
    EXPECT_EQ(mesh.getDevice(coordinates), device);
    EXPECT_EQ(mesh.getCoordinate(device, 0), coordinates[0]);
    EXPECT_EQ(mesh.getCoordinate(device, 1), coordinates[1]);
  }
  EXPECT_EQ(mesh.getGroupSize({}), 1);
  EXPECT_EQ(mesh.getGroupSize({1, 0}), 6);
}

TEST(Mesh, RoundTripsWhatUsersType) {
  EXPECT_EQ(parseMesh("x=2,y=4").str(), "x=2,y=4");
  EXPECT_EQ(parseMesh(" x = 2, y=4 ").str(), "x=2,y=4");
  EXPECT_EQ(parseMesh("x=1").getNumDevices(), 1);
}

TEST(Mesh, RejectsWhatIsNoMesh) {
  EXPECT_EQ(getMessage(Mesh::parse("x=2,x=3")),
            "mesh dimension 'x' is repeated");
  for (llvm::StringRef name : {"any", "match", "unsharded"})
    EXPECT_EQ(getMessage(Mesh::parse((name + "=2").str())),
              ("'" + name +
               "' is a reserved name and cannot name a mesh dimension "
               "(reserved: any, match, unsharded)")
                  .str());
  EXPECT_EQ(getMessage(Mesh::parse("x=0")),
            "mesh dimension 'x' must have a size of at least 1, found 0");
  EXPECT_EQ(getMessage(Mesh::parse("")),
            "a mesh must be a list like 'x=2,y=4'; found '' in ''");
  EXPECT_EQ(getMessage(Mesh::parse("x=2,y")),
            "a mesh must be a list like 'x=2,y=4'; found 'y' in 'x=2,y'");
  EXPECT_EQ(getMessage(Mesh::parse("2x=2")),
            "the name of a mesh dimension must be letters, digits, '_', '$' "
            "and '.', and not start with a digit; found '2x'");
  EXPECT_EQ(getMessage(Mesh::parse("x=4294967296,y=4294967296")),
            "the mesh has more devices than fit in 64 bits at dimension 'y'");
}

TEST(Mesh, NamesTheDimensionsThereAre) {
  EXPECT_EQ(getMessage(parseMesh("x=2,y=4").find("z")),
            "the mesh has no dimension 'z'; it has 'x', 'y'");
}

constexpr llvm::StringLiteral kDocumentMesh =
    "|x=3,y=2|0,1,2,3,4,5|0,1,2,3,4,5|"
    "/job:localhost/replica:0/task:0/device:CPU:0,"
    "/job:localhost/replica:0/task:0/device:CPU:1,"
    "/job:localhost/replica:0/task:0/device:CPU:2,"
    "/job:localhost/replica:0/task:0/device:CPU:3,"
    "/job:localhost/replica:0/task:0/device:CPU:4,"
    "/job:localhost/replica:0/task:0/device:CPU:5";

TEST(DeviceMesh, RoundTripsTheDocumentsForm) {
  DeviceMesh mesh = llvm::cantFail(DeviceMesh::parse(kDocumentMesh));
  EXPECT_EQ(mesh.mesh, parseMesh("x=3,y=2"));
  EXPECT_EQ(mesh.str(), kDocumentMesh);
  EXPECT_EQ(mesh, DeviceMesh::createLocal(parseMesh("x=3,y=2")));
  EXPECT_EQ(parseMesh(kDocumentMesh), parseMesh("x=3,y=2"));
}

TEST(DeviceMesh, KeepsNameOrderAndLocalDevices) {
  llvm::StringRef text = "mesh|x=2,y=2|3,2,1,0|2,3|a,b";
  DeviceMesh mesh = llvm::cantFail(DeviceMesh::parse(text));
  EXPECT_EQ(mesh.name, "mesh");
  EXPECT_FALSE(mesh.isRowMajor());
  EXPECT_EQ(mesh.str(), text);
  EXPECT_EQ(getMessage(Mesh::parse(text)),
            "the devices of mesh x=2,y=2 must be listed in row-major order of "
            "their coordinates (0,1,2,...)");
}

TEST(DeviceMesh, RejectsDevicesThatDoNotFit) {
  EXPECT_EQ(getMessage(DeviceMesh::parse("|x=3,y=2|0,1,2,3,4|0|a")),
            "mesh x=3,y=2 has 6 devices, but 5 global device ids are given");
  EXPECT_EQ(getMessage(DeviceMesh::parse("|x=2|0,0|0|a")),
            "global device id 0 is repeated");
  EXPECT_EQ(getMessage(DeviceMesh::parse("|x=2|0,1|2|a")),
            "local device id 2 is not among the global ones");
  EXPECT_EQ(getMessage(DeviceMesh::parse("|x=2|0,1|0,1|a")),
            "2 local device ids are given, but 1 local devices");
  EXPECT_EQ(getMessage(DeviceMesh::parse("|x=2|0,one|0|a")),
            "a global device id must be a number, found 'one'");
  EXPECT_EQ(getMessage(DeviceMesh::parse("|x=2|0,1")),
            "a mesh must be 'name|dimensions|global ids|local ids|local "
            "devices'; found 3 fields in '|x=2|0,1'");
}

TEST(DeviceLayout, RoundTripsTheDocumentsForm) {
  for (llvm::StringRef specs : {"x,unsharded,", "unsharded,unsharded,", "",
                                "y+x,unsharded,", "x;partial(sum):y,"}) {
    std::string text =
        ("sharding_specs:" + specs + " mesh:" + kDocumentMesh).str();
    EXPECT_EQ(llvm::cantFail(DeviceLayout::parse(text)).str(), text);
  }
  EXPECT_EQ(getMessage(DeviceLayout::parse("x,unsharded")),
            "a layout must be 'sharding_specs:..., mesh:...', found "
            "'x,unsharded'");
}

} // namespace
