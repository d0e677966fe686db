//===- DeviceGroupsTest.cpp - Groups along dimensions ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/DeviceGroups.h"
#include "gtest/gtest.h"

using namespace dtensor;

namespace {

std::string findDims(llvm::StringRef meshText, const DeviceGroups &groups) {
  Mesh mesh = llvm::cantFail(Mesh::parse(meshText));
  std::optional<DimList> dims = findGroupDims(mesh, groups);
  if (!dims)
    return "none";
  std::string text;
  for (unsigned dim : *dims)
    text += mesh.getName(dim).str();
  return text;
}

TEST(DeviceGroups, GoAlongDimensions) {
  EXPECT_EQ(findDims("x=2,y=3", {{0, 1, 2}, {3, 4, 5}}), "y");
  EXPECT_EQ(findDims("x=2,y=3", {{0, 3}, {1, 4}, {2, 5}}), "x");
  EXPECT_EQ(findDims("x=2,y=3", {{2, 5}, {0, 3}, {1, 4}}), "x");
  EXPECT_EQ(findDims("x=2,y=3", {{0, 1, 2, 3, 4, 5}}), "xy");
  EXPECT_EQ(findDims("x=2,y=3", {{0, 3, 1, 4, 2, 5}}), "yx");
  EXPECT_EQ(findDims("x=2", {{0}, {1}}), "");
}

TEST(DeviceGroups, OthersGoNowhere) {
  EXPECT_EQ(findDims("x=4", {{0, 1}, {2, 3}}), "none");
  EXPECT_EQ(findDims("x=2,y=3", {{1, 0, 2}, {3, 4, 5}}), "none");
  EXPECT_EQ(findDims("x=2,y=3", {{0, 1, 2}}), "none");
  EXPECT_EQ(findDims("x=2,y=3", {{0, 1, 2}, {3, 4}}), "none");
  EXPECT_EQ(findDims("x=2", {{0, 7}}), "none");
  EXPECT_EQ(findDims("x=2", {}), "none");
}

TEST(DeviceGroups, TakeDimensionsApart) {
  auto split = [](const DeviceGroups &groups) -> std::string {
    DeviceGrid whole;
    whole.axes = {{"x", 8}};
    llvm::Expected<CommonMesh> mesh =
        findCommonMesh({whole, *makeGroupGrid(groups)});
    if (!mesh) {
      llvm::consumeError(mesh.takeError());
      return "none";
    }
    return mesh->mesh.str() + " " + findDims(mesh->mesh.str(), groups);
  };
  EXPECT_EQ(split({{4, 5, 6, 7}, {0, 1, 2, 3}}), "x.0=2,x.1=4 x.1");
  EXPECT_EQ(split({{0, 2, 4, 6}, {1, 3, 5, 7}}), "x.0=4,x.1=2 x.0");
  EXPECT_EQ(split({{0, 1, 4, 5}, {2, 3, 6, 7}}), "x.0=2,x.1=2,x.2=2 x.0x.2");
  EXPECT_EQ(split({{0, 3}, {1, 2}, {4, 7}, {5, 6}}), "none");
  EXPECT_FALSE(makeGroupGrid({{0, 1}, {2}}));
}

} // namespace
