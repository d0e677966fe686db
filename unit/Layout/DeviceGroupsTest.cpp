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

TEST(DeviceGroups, DigitsOfNumbers) {
  Mesh mesh = llvm::cantFail(Mesh::parse("x=2,y=3,z=2"));
  for (int64_t divisor = 1; divisor <= 12; ++divisor)
    for (int64_t size = 1; size <= 12; ++size) {
      std::optional<DimList> dims = findDigitDims(mesh, divisor, size);
      for (int64_t device = 0; dims && device < 12; ++device) {
        int64_t place = 0;
        for (unsigned dim : *dims)
          place = place * mesh.getSize(dim) + mesh.getCoordinate(device, dim);
        EXPECT_EQ(place, device / divisor % size);
      }
    }
  EXPECT_EQ(findDigitDims(mesh, 6, 2), DimList({0}));
  EXPECT_EQ(findDigitDims(mesh, 2, 3), DimList({1}));
  EXPECT_EQ(findDigitDims(mesh, 1, 2), DimList({2}));
  EXPECT_EQ(findDigitDims(mesh, 2, 6), DimList({0, 1}));
  EXPECT_EQ(findDigitDims(mesh, 1, 12), DimList({0, 1, 2}));
  EXPECT_EQ(findDigitDims(mesh, 1, 3), std::nullopt);
  EXPECT_EQ(findDigitDims(mesh, 3, 2), std::nullopt);
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
