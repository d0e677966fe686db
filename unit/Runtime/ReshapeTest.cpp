//===- ReshapeTest.cpp - Moves between tensors of two shapes --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Component.h"

using namespace dtensor::runtime::test;

namespace {

void checkReshape(const Mesh &mesh, const Extents &from, const Axes &fromAxes,
                  const Extents &to, const Axes &toAxes, bool strided) {
  std::vector<int64_t> site = {DT_RESHAPE_SITE, DT_I32,
                               static_cast<int64_t>(from.size()),
                               static_cast<int64_t>(to.size()),
                               (int64_t(1) << mesh.getSizes().size()) - 1};
  for (const Axes *axes : {&fromAxes, &toAxes})
    for (const std::vector<int64_t> &dims : *axes) {
      site.push_back(dims.size());
      site.insert(site.end(), dims.begin(), dims.end());
    }
  std::vector<Component> sources, destinations;
  for (int64_t device = 0; device < mesh.getNumDevices(); ++device) {
    sources.emplace_back(mesh, from, fromAxes, device, strided);
    destinations.emplace_back(mesh, to, toAxes, device, strided);
    sources.back().forEach(
        [](int32_t &element, int64_t position) { element = position; });
  }
  mesh.runOk([&](DtDevice *device, int64_t index) {
    dt_reshape(device, site.data(), "here", sources[index].get(),
               destinations[index].get(), from.data(), to.data());
  });
  int64_t numWrong = 0;
  for (int64_t device = 0; device < mesh.getNumDevices(); ++device)
    if (mesh.isLocal(device))
      destinations[device].forEach([&](int32_t &element, int64_t position) {
        numWrong += element != position;
      });
  EXPECT_EQ(numWrong, 0) << testing::PrintToString(from) << " by "
                         << testing::PrintToString(fromAxes) << " to "
                         << testing::PrintToString(to) << " by "
                         << testing::PrintToString(toAxes)
                         << (strided ? ", strided" : "");
}

/// All ways to shard `rank` axes by mesh dimensions.
std::vector<Axes> getAllAxes(int64_t rank, int64_t numDims) {
  std::vector<Axes> all = {Axes(rank)};
  for (int64_t dim = 0; dim < numDims; ++dim) {
    std::vector<Axes> longer = all;
    for (const Axes &axes : all)
      for (int64_t axis = 0; axis < rank; ++axis)
        for (size_t level = 0; level <= axes[axis].size(); ++level) {
          longer.push_back(axes);
          std::vector<int64_t> &dims = longer.back()[axis];
          dims.insert(dims.begin() + level, dim);
        }
    all = std::move(longer);
  }
  return all;
}

TEST(ReshapeTest, EveryPairOfLayouts) {
  for (const std::vector<int64_t> &sizes :
       std::vector<std::vector<int64_t>>{{2}, {3}, {2, 3}}) {
    Mesh mesh(sizes);
    for (auto [from, to] :
         std::vector<std::pair<Extents, Extents>>{{{12}, {3, 4}},
                                                  {{3, 5}, {15}},
                                                  {{4, 6}, {6, 4}},
                                                  {{2, 3, 4}, {24}},
                                                  {{1, 7}, {7, 1}},
                                                  {{0, 3}, {3, 0}},
                                                  {{}, {1, 1}}})
      for (const Axes &fromAxes : getAllAxes(from.size(), sizes.size()))
        for (const Axes &toAxes : getAllAxes(to.size(), sizes.size()))
          for (bool strided : {false, true}) {
            checkReshape(mesh, from, fromAxes, to, toAxes, strided);
            checkReshape(mesh, to, toAxes, from, fromAxes, strided);
            if (testing::Test::HasFailure())
              return;
          }
  }
}

/// Nothing moves along a dimension outside of the group.
TEST(ReshapeTest, NeedsItsGroup) {
  Mesh mesh({2});
  std::vector<int64_t> site = {DT_RESHAPE_SITE, DT_I32, 1, 2, 0, 1, 0, 0, 1, 0};
  Extents from = {12}, to = {3, 4};
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
    Component source(mesh, from, {{0}}, index, false);
    Component destination(mesh, to, {{}, {0}}, index, false);
    dt_reshape(device, site.data(), "here", source.get(), destination.get(),
               from.data(), to.data());
  }),
            1);
  EXPECT_NE(std::string(dt_error(mesh.get()))
                .find("here: a reshape's destination needs devices outside of "
                      "its group"),
            std::string::npos);
}

TEST(ReshapeTest, ChecksComponents) {
  Mesh mesh({2});
  std::vector<int64_t> site = {DT_RESHAPE_SITE, DT_I32, 1, 2, 1, 1, 0, 0, 1, 0};
  Extents from = {12}, to = {3, 4}, wrong = {10};
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
    Component source(mesh, wrong, {{0}}, index, false);
    Component destination(mesh, to, {{}, {0}}, index, false);
    dt_reshape(device, site.data(), "here", source.get(), destination.get(),
               from.data(), to.data());
  }),
            1);
  EXPECT_NE(std::string(dt_error(mesh.get()))
                .find("here: a reshape's source has extent 5 along axis 0 "
                      "where its layout gives 6"),
            std::string::npos);
}

} // namespace
