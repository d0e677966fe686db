//===- CollectiveEdgesTest.cpp - Values and errors that are easy to get wrong
//===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace dtensor::runtime::test;

namespace {
/// A dense descriptor of rank 1.
struct Row {
  Row(void *data, int64_t extent) : words{0, 0, 0, extent, 1} {
    words[0] = words[1] = reinterpret_cast<int64_t>(data);
  }
  const DtMemRef *get() const {
    return reinterpret_cast<const DtMemRef *>(words);
  }
  int64_t words[5];
};
} // namespace

/// An all_reduce of one row of values on each device. All must get the same
/// bits.
template <typename T>
static std::vector<T> allReduce(DtCombiner combiner, DtElementType type,
                                std::vector<std::vector<T>> values) {
  Mesh mesh({static_cast<int64_t>(values.size())});
  int64_t extent = values[0].size();
  CollectiveCase test{{extent}, {{{}}, {0}}, {{{}}, {}}};
  test.type = type;
  test.combiner = combiner;
  std::vector<int64_t> site = makeSite(test);
  std::vector<std::vector<T>> results(values.size(), std::vector<T>(extent));
  mesh.runOk([&](DtDevice *device, int64_t index) {
    dt_collective(device, site.data(), "here",
                  Row(values[index].data(), extent).get(),
                  Row(results[index].data(), extent).get(), &extent);
  });
  for (const std::vector<T> &result : results)
    EXPECT_EQ(std::memcmp(result.data(), results[0].data(), extent * sizeof(T)),
              0);
  return results[0];
}

TEST(CollectiveEdgesTest, SignedZeros) {
  auto isNegative = [](const std::vector<float> &values) {
    return std::signbit(values[0]);
  };
  EXPECT_TRUE(isNegative(allReduce<float>(DT_ADD, DT_F32, {{-0.0f}, {-0.0f}})));
  EXPECT_FALSE(isNegative(allReduce<float>(DT_ADD, DT_F32, {{-0.0f}, {0.0f}})));
  for (DtCombiner combiner : {DT_MAXIMUM, DT_MAX_NUM}) {
    EXPECT_FALSE(
        isNegative(allReduce<float>(combiner, DT_F32, {{-0.0f}, {0}})));
    EXPECT_FALSE(
        isNegative(allReduce<float>(combiner, DT_F32, {{0}, {-0.0f}})));
  }
  for (DtCombiner combiner : {DT_MINIMUM, DT_MIN_NUM}) {
    EXPECT_TRUE(isNegative(allReduce<float>(combiner, DT_F32, {{-0.0f}, {0}})));
    EXPECT_TRUE(isNegative(allReduce<float>(combiner, DT_F32, {{0}, {-0.0f}})));
  }
}

TEST(CollectiveEdgesTest, SumsFromZeroArePositive) {
  // A vector and its tail, several levels of the tree, and a stride.
  for (size_t numDevices : {2, 3, 5, 8}) {
    std::vector<std::vector<float>> zeros(numDevices,
                                          std::vector<float>(37, -0.0f));
    for (float value : allReduce<float>(DT_ADD, DT_F32, zeros))
      EXPECT_TRUE(std::signbit(value) && value == 0);
    for (float value : allReduce<float>(DT_ADD_FROM_ZERO, DT_F32, zeros))
      EXPECT_TRUE(!std::signbit(value) && value == 0);
  }
  EXPECT_EQ(allReduce<float>(DT_ADD_FROM_ZERO, DT_F32, {{1}, {2.5f}, {-7}})[0],
            -3.5f);
  uint16_t negativeZero = 0x8000;
  for (DtElementType type : {DT_F16, DT_BF16})
    EXPECT_EQ(allReduce<uint16_t>(DT_ADD_FROM_ZERO, type,
                                  {{negativeZero}, {negativeZero}})[0],
              0);
}

TEST(CollectiveEdgesTest, NaNs) {
  float nan = std::numeric_limits<float>::quiet_NaN();
  // Long enough for a vector and its tail.
  std::vector<float> ones(37, 1.0f), nans(37, nan);
  for (DtCombiner combiner : {DT_MAXIMUM, DT_MINIMUM, DT_ADD})
    for (float value : allReduce<float>(combiner, DT_F32, {ones, nans, ones}))
      EXPECT_TRUE(std::isnan(value));
  for (DtCombiner combiner : {DT_MAX_NUM, DT_MIN_NUM}) {
    for (float value : allReduce<float>(combiner, DT_F32, {nans, ones, nans}))
      EXPECT_EQ(value, 1.0f);
    for (float value : allReduce<float>(combiner, DT_F32, {nans, nans}))
      EXPECT_TRUE(std::isnan(value));
  }
}

TEST(CollectiveEdgesTest, IntegersWrap) {
  EXPECT_EQ(allReduce<int8_t>(DT_ADD, DT_I8, {{127}, {1}})[0], -128);
  EXPECT_EQ(allReduce<uint16_t>(DT_MUL, DT_I16, {{65535}, {65535}})[0], 1);
  int64_t least = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(allReduce<int64_t>(DT_ADD, DT_I64, {{least}, {-1}})[0],
            std::numeric_limits<int64_t>::max());
  EXPECT_EQ(allReduce<int8_t>(DT_MAX_SIGNED, DT_I8, {{-1}, {3}})[0], 3);
  EXPECT_EQ(allReduce<int8_t>(DT_MAX_UNSIGNED, DT_I8, {{-1}, {3}})[0], -1);
  EXPECT_EQ(allReduce<int32_t>(DT_AVG, DT_I32, {{-3}, {-4}})[0], -3);
}

/// The sum of `addends` from `begin` to `end`: those before the largest power
/// of two, and the rest.
static float addTree(const std::vector<float> &addends, size_t begin,
                     size_t end) {
  if (end - begin == 1)
    return addends[begin];
  size_t half = 1;
  while (2 * half < end - begin)
    half *= 2;
  return addTree(addends, begin, begin + half) +
         addTree(addends, begin + half, end);
}

TEST(CollectiveEdgesTest, SumsAreTreesOverCoordinates) {
  // (1e30 - 1e30) + 1 is 1; any other order gives 0.
  EXPECT_EQ(allReduce<float>(DT_ADD, DT_F32, {{1e30f}, {-1e30f}, {1}})[0], 1);
  for (size_t numDevices = 2; numDevices <= 17; ++numDevices) {
    std::vector<std::vector<float>> values(numDevices,
                                           std::vector<float>(3000));
    for (size_t device = 0; device < numDevices; ++device)
      for (size_t i = 0; i < values[device].size(); ++i)
        values[device][i] = std::sin(static_cast<float>(i * 7 + device)) *
                            std::pow(10.0f, static_cast<float>(i % 9));
    std::vector<float> result = allReduce(DT_ADD, DT_F32, values);
    for (size_t i = 0; i < result.size(); ++i) {
      std::vector<float> addends;
      for (const std::vector<float> &value : values)
        addends.push_back(value[i]);
      ASSERT_EQ(result[i], addTree(addends, 0, numDevices))
          << numDevices << " devices, element " << i;
    }
  }
}

TEST(CollectiveEdgesTest, HalvesAreRoundedOnce) {
  // 256 + 1 + 1 in bf16: 258 if rounded once, 256 if after each step.
  uint16_t big = 0x4380, one = 0x3f80;
  EXPECT_EQ(allReduce<uint16_t>(DT_ADD, DT_BF16, {{big}, {one}, {one}})[0],
            0x4381);
}

TEST(CollectiveEdgesTest, FloatsOfEightBitsAreMergedByTheirBits) {
  for (int type = DT_F8E5M2; type <= DT_F8E8M0FNU; ++type)
    EXPECT_EQ(allReduce<uint8_t>(DT_OR, static_cast<DtElementType>(type),
                                 {{0, 0x3c}, {0x81, 0}, {0, 0}}),
              (std::vector<uint8_t>{0x81, 0x3c}));
}

/// Members share memory, and barriers order their accesses: in one process.
TEST(CollectiveEdgesTest, GatherInPlaceCopiesNothing) {
  Mesh mesh({3}, /*workers=*/2, /*numProcesses=*/1, {});
  CollectiveCase test{{10}, {{{0}}, {}}, {{{}}, {}}};
  test.shared = true;
  std::vector<int64_t> site = makeSite(test);
  std::vector<float> whole(10);
  mesh.runOk([&](DtDevice *device, int64_t index) {
    int64_t offset, extent;
    dt_chunk(10, 3, index, &offset, &extent);
    for (int64_t round = 0; round < 3; ++round) {
      dt_barrier(device, 1, "reads are over");
      for (int64_t i = 0; i < extent; ++i)
        whole[offset + i] = static_cast<float>(100 * round + offset + i);
      dt_collective(device, site.data(), "here",
                    Row(whole.data() + offset, extent).get(),
                    Row(whole.data(), 10).get(), test.extents.data());
      for (int64_t i = 0; i < 10; ++i)
        EXPECT_EQ(whole[i], static_cast<float>(100 * round + i));
    }
  });
}

TEST(CollectiveEdgesTest, SharedDestinationsMustBeOne) {
  Mesh mesh({3}, /*workers=*/2, /*numProcesses=*/1, {});
  CollectiveCase test{{9}, {{{0}}, {}}, {{{}}, {}}};
  test.shared = true;
  std::vector<int64_t> site = makeSite(test);
  std::vector<float> source(3), whole(9), other(9);
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
    float *destination = index == 1 ? other.data() : whole.data();
    dt_collective(device, site.data(), "here", Row(source.data(), 3).get(),
                  Row(destination, 9).get(), test.extents.data());
  }),
            1);
  EXPECT_NE(std::string(dt_error(mesh.get()))
                .find("here: devices that share a destination have different "
                      "memory for it"),
            std::string::npos)
      << dt_error(mesh.get());
}

TEST(CollectiveEdgesTest, MixedInPlaceAndNot) {
  // Some members must copy, so all wait until the destination is complete.
  Mesh mesh({3}, /*workers=*/2, /*numProcesses=*/1, {});
  CollectiveCase test{{9}, {{{0}}, {}}, {{{}}, {}}};
  test.shared = true;
  std::vector<int64_t> site = makeSite(test);
  std::vector<float> whole(9), apart = {6, 7, 8};
  mesh.runOk([&](DtDevice *device, int64_t index) {
    float *source = index == 2 ? apart.data() : &whole[index * 3];
    for (int64_t i = 0; index != 2 && i < 3; ++i)
      source[i] = static_cast<float>(index * 3 + i);
    dt_collective(device, site.data(), "here", Row(source, 3).get(),
                  Row(whole.data(), 9).get(), test.extents.data());
    for (int64_t i = 0; i < 9; ++i)
      EXPECT_EQ(whole[i], static_cast<float>(i));
  });
}

static std::string getErrorOf(const CollectiveCase &test, int64_t sourceExtent,
                              int64_t destinationExtent) {
  Mesh mesh({2});
  std::vector<int64_t> site = makeSite(test);
  std::vector<char> memory(1000);
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
    dt_collective(
        device, site.data(), "here", Row(memory.data(), sourceExtent).get(),
        Row(memory.data() + 500, destinationExtent).get(), test.extents.data());
  }),
            1);
  std::string error = dt_error(mesh.get());
  return error.substr(error.find(": ") + 2);
}

TEST(CollectiveEdgesTest, Errors) {
  // Both devices see the error, and either may be the first.
  CollectiveCase gather{{6}, {{{0}}, {}}, {{{}}, {}}};
  EXPECT_EQ(getErrorOf(gather, 5, 6),
            "here: a collective's source has extent 5 along axis 0 where its "
            "layout gives 3");
  CollectiveCase reduce{{5}, {{{}}, {0}}, {{{}}, {}}};
  EXPECT_EQ(getErrorOf(reduce, 5, 4),
            "here: a collective's destination has extent 4 along axis 0 where "
            "its layout gives 5");
  reduce.combiner = DT_MAX_SIGNED;
  EXPECT_EQ(getErrorOf(reduce, 5, 5), "here: a collective's combiner is not "
                                      "defined on its element type");
  CollectiveCase make{{5}, {{{}}, {}}, {{{}}, {0}}};
  EXPECT_EQ(getErrorOf(make, 5, 5), "here: a collective cannot make a partial "
                                    "value of one that is not");
}

TEST(CollectiveEdgesTest, DifferentCollectivesAreAnError) {
  Mesh mesh({2});
  CollectiveCase tests[] = {{{4}, {{{}}, {0}}, {{{}}, {}}},
                            {{4}, {{{}}, {0}}, {{{}}, {}}}};
  std::vector<float> memory(16);
  for (bool differ : {false, true}) {
    tests[1].combiner = differ ? DT_MUL : DT_ADD;
    std::vector<int64_t> sites[] = {makeSite(tests[0]), makeSite(tests[1])};
    EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
      dt_collective(
          device, sites[index].data(), "here", Row(&memory[index * 4], 4).get(),
          Row(&memory[8 + index * 4], 4).get(), tests[0].extents.data());
    }),
              differ);
  }
  EXPECT_NE(std::string(dt_error(mesh.get()))
                .find(mesh.getNumProcesses() == 1
                          ? "devices of a group meet different collectives"
                          : "runs another program"),
            std::string::npos);
}

/// A barrier waits only for devices of its process, so among several processes
/// the device at the collective waits for one whose program has ended. Then
/// only the watchdog ends it.
TEST(CollectiveEdgesTest, CollectiveAgainstBarrierIsAnError) {
  Mesh mesh({2});
  for (int64_t process = 0; process < mesh.getNumProcesses(); ++process)
    dt_set_watchdog(mesh.get(process), 0.5);
  CollectiveCase test{{4}, {{{}}, {0}}, {{{}}, {}}};
  std::vector<int64_t> site = makeSite(test);
  std::vector<float> memory(16);
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t index) {
    if (index == 1)
      dt_barrier(device, 1, "barrier");
    else
      dt_collective(device, site.data(), "here", Row(&memory[0], 4).get(),
                    Row(&memory[8], 4).get(), test.extents.data());
  }),
            1);
}

TEST(CollectiveEdgesTest, MoreDevicesThanWorkers) {
  for (std::vector<int64_t> sizes :
       std::vector<std::vector<int64_t>>{{64}, {8, 8}}) {
    Mesh mesh(sizes);
    int64_t last = sizes.size() - 1;
    checkCollective(mesh, {{130, 3}, {{{0}, {}}, {}}, {{{}, {last}}, {}}});
    checkCollective(mesh,
                    {{130, 3}, {{{}, {}}, {0, last}}, {{{last}, {}}, {}}});
  }
}
