//===- CommonMeshTest.cpp - One mesh for several orders of devices --------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/CommonMesh.h"
#include "gtest/gtest.h"

using namespace dtensor;

namespace {

DeviceGrid grid(llvm::ArrayRef<MeshDimension> axes,
                llvm::ArrayRef<int64_t> devices = {}) {
  return {llvm::SmallVector<MeshDimension>(axes),
          llvm::SmallVector<int64_t>(devices),
          {}};
}

/// The device at a position of a grid, computed from the mesh.
int64_t getDevice(const CommonMesh &common, unsigned gridIndex,
                  const DeviceGrid &grid, int64_t position) {
  llvm::SmallVector<int64_t> coordinates(common.mesh.getNumDimensions(), 0);
  for (size_t axis = grid.axes.size(); axis-- > 0;) {
    int64_t coordinate = position % grid.axes[axis].size;
    position /= grid.axes[axis].size;
    const CommonMesh::Axis &parts = common.grids[gridIndex][axis];
    for (size_t part = parts.size(); part-- > 0;) {
      int64_t size = common.mesh.getSize(parts[part].dim);
      coordinates[parts[part].dim] = coordinate % size;
      coordinate /= size;
    }
  }
  return common.mesh.getDevice(coordinates);
}

/// Checks that each device is at its place in all grids, whose order is kept.
void expectSameDevices(llvm::ArrayRef<DeviceGrid> grids, const char *mesh) {
  CommonMesh common = llvm::cantFail(findCommonMesh(grids));
  EXPECT_EQ(common.mesh.str(), mesh);
  for (auto [index, grid] : llvm::enumerate(grids))
    for (int64_t i = 0; i < common.mesh.getNumDevices(); ++i)
      EXPECT_EQ(getDevice(common, index, grid, i),
                grid.devices.empty() ? i : grid.devices[i])
          << "grid " << index << ", position " << i;
}

std::string getError(llvm::ArrayRef<DeviceGrid> grids) {
  llvm::Expected<CommonMesh> common = findCommonMesh(grids);
  return common ? "none" : llvm::toString(common.takeError());
}

TEST(CommonMesh, OfOneGridIsTheGrid) {
  expectSameDevices({grid({{"x", 2}, {"y", 4}})}, "x=2,y=4");
  expectSameDevices({grid({{"x", 1}, {"y", 4}})}, "y=4");
  expectSameDevices({grid({{"x", 1}})}, "x=1");
}

TEST(CommonMesh, SplitsWhereOthersAre) {
  expectSameDevices({grid({{"x", 8}}), grid({{"a", 2}, {"b", 4}})},
                    "x.0=2,x.1=4");
  expectSameDevices({grid({{"a", 2}, {"b", 4}}), grid({{"x", 8}})}, "a=2,b=4");
  expectSameDevices({grid({{"a", 4}, {"b", 3}}), grid({{"c", 2}, {"d", 6}})},
                    "a.0=2,a.1=2,b=3");
}

TEST(CommonMesh, FollowsOrders) {
  expectSameDevices(
      {grid({{"x", 2}, {"y", 2}}), grid({{"x", 2}, {"y", 2}}, {0, 2, 1, 3})},
      "x=2,y=2");
  expectSameDevices(
      {grid({{"a", 8}}), grid({{"x", 8}}, {0, 4, 1, 5, 2, 6, 3, 7})},
      "a.0=2,a.1=4");
  expectSameDevices(
      {grid({{"a", 12}}), grid({{"x", 2}, {"y", 3}, {"z", 2}},
                               {0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11})},
      "a.0=2,a.1=3,a.2=2");
}

TEST(CommonMesh, ForgetsAnOrderThatAllHave) {
  llvm::SmallVector<int64_t> ring = {0, 1, 3, 2};
  CommonMesh common = llvm::cantFail(findCommonMesh(
      {grid({{"x", 4}}, ring), grid({{"a", 2}, {"b", 2}}, ring)}));
  EXPECT_EQ(common.mesh.str(), "x.0=2,x.1=2");
  EXPECT_TRUE(common.renumbered);
  EXPECT_FALSE(
      llvm::cantFail(findCommonMesh(grid({{"x", 2}}, {0, 1}))).renumbered);
}

TEST(CommonMesh, CutsAxes) {
  DeviceGrid cut = grid({{"x", 24}, {"y", 2}});
  cut.cuts = {{4, 12}};
  CommonMesh common = llvm::cantFail(findCommonMesh(cut));
  EXPECT_EQ(common.mesh.str(), "x.0=4,x.1=3,x.2=2,y=2");
  EXPECT_EQ(common.grids[0][0][2].preSize, 12);
  cut.cuts = {{4, 6}};
  EXPECT_EQ(getError(cut), "parts of axis 'x' of size 24 do not nest at 6");
}

TEST(CommonMesh, MakesWordsOfNames) {
  EXPECT_EQ(
      llvm::cantFail(findCommonMesh(grid({{"a b", 2}, {"any", 2}, {"", 3}})))
          .mesh.str(),
      "a_b=2,_any=2,_=3");
}

TEST(CommonMesh, RejectsWhatIsNoMesh) {
  EXPECT_EQ(getError({}), "there is no mesh");
  EXPECT_EQ(getError({grid({{"x", 2}}), grid({{"x", 3}})}),
            "meshes of 2 and of 3 devices cannot be merged into one");
  EXPECT_EQ(getError({grid({{"x", 4}}), grid({{"x", 4}}, {1, 0})}),
            "a mesh of 4 devices has an order of 2");
  EXPECT_EQ(getError({grid({{"x", 4}}), grid({{"x", 4}}, {0, 1, 3, 2})}),
            "the order of devices is not that of a mesh, in which each axis "
            "goes in equal steps");
  EXPECT_EQ(getError({grid({{"x", 2}, {"y", 3}}), grid({{"x", 3}, {"y", 2}})}),
            "no mesh of 6 devices has dimensions for all axes: one ends after "
            "2 devices, one after 3");
}

} // namespace
