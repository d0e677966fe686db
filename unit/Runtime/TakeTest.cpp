//===- TakeTest.cpp - Elements from any device along an axis --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Component.h"

using namespace dtensor::runtime::test;

namespace {

/// Row-major int64_t.
struct Positions {
  Positions(const Extents &extents, std::vector<int64_t> values)
      : buffer(std::move(values)), descriptor(3 + 2 * extents.size(), 0) {
    int64_t stride = 1;
    for (size_t axis = extents.size(); axis-- > 0; stride *= extents[axis]) {
      descriptor[3 + axis] = extents[axis];
      descriptor[3 + extents.size() + axis] = stride;
    }
    descriptor[0] = descriptor[1] = reinterpret_cast<int64_t>(buffer.data());
  }
  const DtMemRef *get() const {
    return reinterpret_cast<const DtMemRef *>(descriptor.data());
  }

  std::vector<int64_t> buffer;
  std::vector<int64_t> descriptor;
};

std::vector<int64_t> getSite(const Mesh &mesh, int64_t along,
                             const Axes &axes) {
  std::vector<int64_t> site = {
      DT_TAKE_SITE, DT_I32, static_cast<int64_t>(axes.size()),
      (int64_t(1) << mesh.getSizes().size()) - 1, along};
  for (const std::vector<int64_t> &dims : axes) {
    site.push_back(dims.size());
    site.insert(site.end(), dims.begin(), dims.end());
  }
  return site;
}

/// Device d takes `wanted + d` elements per row, from all parts of the axis.
void checkTake(const Mesh &mesh, const Extents &extents, const Axes &axes,
               int64_t along, int64_t wanted, bool strided) {
  std::vector<int64_t> site = getSite(mesh, along, axes);
  int64_t rank = extents.size(), numWrong = 0;
  std::vector<Component> sources;
  for (int64_t device = 0; device < mesh.getNumDevices(); ++device) {
    sources.emplace_back(mesh, extents, axes, device, strided);
    sources.back().forEach(
        [](int32_t &element, int64_t position) { element = position; });
  }
  mesh.runOk([&](DtDevice *device, int64_t index) {
    Extents here(sources[index].descriptor.begin() + 3,
                 sources[index].descriptor.begin() + 3 + rank);
    here[along] = extents[along] ? wanted + index : 0;
    // The destination is no component of the tensor: each device has its own.
    Component destination(mesh, here, Axes(rank), index, strided);
    std::vector<int64_t> values;
    destination.forEach([&](int32_t &, int64_t position) {
      values.push_back((position * 7 + index * 3) % extents[along]);
    });
    Positions positions(here, values);
    dt_take(device, site.data(), "here", sources[index].get(), positions.get(),
            destination.get(), extents.data());
    int64_t number = 0, wrong = 0;
    destination.forEach([&](int32_t &element, int64_t position) {
      int64_t expected = 0, size = 1;
      for (int64_t axis = rank; axis-- > 0; size *= extents[axis]) {
        int64_t at = position % here[axis];
        position /= here[axis];
        expected += size * (axis == along ? values[number]
                                          : sources[index].offset[axis] + at);
      }
      wrong += element != expected;
      ++number;
    });
    if (wrong)
      __atomic_fetch_add(&numWrong, wrong, __ATOMIC_RELAXED);
  });
  EXPECT_EQ(numWrong, 0) << testing::PrintToString(extents) << " by "
                         << testing::PrintToString(axes) << " along " << along
                         << (strided ? ", strided" : "");
}

TEST(TakeTest, EveryLayout) {
  for (bool strided : {false, true})
    for (int64_t wanted : {0, 1, 5}) {
      Mesh line({3}), grid({2, 3});
      checkTake(line, {7}, {{0}}, 0, wanted, strided);
      checkTake(line, {2}, {{0}}, 0, wanted, strided);
      checkTake(line, {4, 9}, {{}, {0}}, 1, wanted, strided);
      checkTake(line, {9, 4}, {{0}, {}}, 0, wanted, strided);
      checkTake(line, {9, 4}, {{0}, {}}, 1, wanted, strided);
      checkTake(line, {0, 4}, {{0}, {}}, 0, wanted, strided);
      checkTake(grid, {13}, {{0, 1}}, 0, wanted, strided);
      checkTake(grid, {13}, {{1, 0}}, 0, wanted, strided);
      checkTake(grid, {5, 7}, {{1}, {0}}, 0, wanted, strided);
      checkTake(grid, {3, 7, 2}, {{}, {1}, {0}}, 1, wanted, strided);
    }
}

TEST(TakeTest, AmongManyProcesses) {
  // More than have messages under way at a time.
  Mesh mesh({40}, 1, 40, {});
  for (int64_t wanted : {1, 300})
    checkTake(mesh, {90}, {{0}}, 0, wanted, /*strided=*/false);
}

/// Runs a take that must fail, and checks its error.
void expectError(const Extents &wanted, std::vector<int64_t> values,
                 const std::string &error) {
  Mesh mesh({2});
  Extents extents = {6};
  std::vector<int64_t> site = getSite(mesh, 0, {{0}});
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
    Component source(mesh, extents, {{0}}, index, false);
    Component destination(mesh, wanted, {{}}, index, false);
    Positions positions({int64_t(values.size())}, values);
    dt_take(device, site.data(), "here", source.get(), positions.get(),
            destination.get(), extents.data());
  }),
            1);
  EXPECT_NE(std::string(dt_error(mesh.get())).find(error), std::string::npos)
      << dt_error(mesh.get());
}

TEST(TakeTest, ChecksPositions) {
  expectError({2}, {0, 6}, "here: a take's position is outside of its tensor");
  expectError({2}, {-1, 0}, "here: a take's position is outside of its tensor");
}

TEST(TakeTest, ChecksComponents) {
  expectError({3}, {0, 1},
              "here: a take's positions has extent 2 along axis 0");
}

} // namespace
