//===- CustomCallTest.cpp - Functions that the user has defined -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeshRun.h"

#include <gtest/gtest.h>

using namespace dtensor::runtime::test;

namespace {
/// A buffer with any strides, in elements.
struct Buffer {
  Buffer(std::vector<int64_t> extents, std::vector<int64_t> strides,
         std::vector<float> values)
      : values(std::move(values)) {
    auto address = reinterpret_cast<int64_t>(this->values.data());
    descriptor = {address, address, 0};
    descriptor.insert(descriptor.end(), extents.begin(), extents.end());
    descriptor.insert(descriptor.end(), strides.begin(), strides.end());
  }
  const DtMemRef *get() const {
    return reinterpret_cast<const DtMemRef *>(descriptor.data());
  }
  std::vector<float> values;
  std::vector<int64_t> descriptor;
};

/// Numbers the elements in the order in which the function sees them.
const char *addPositions(void *data, int64_t, int64_t numSources,
                         int64_t numDests, const DtCustomOperand *operands) {
  if (data)
    return static_cast<const char *>(data);
  EXPECT_EQ(numSources, 1);
  EXPECT_EQ(numDests, 1);
  EXPECT_EQ(operands[0].elementType, DT_F32);
  EXPECT_EQ(operands[1].isUnsigned, 1);
  EXPECT_EQ(operands[0].rank, 2);
  int64_t count = operands[0].extents[0] * operands[0].extents[1];
  for (int64_t i = 0; i < count; ++i)
    static_cast<float *>(operands[1].data)[i] =
        static_cast<float *>(operands[0].data)[i] + static_cast<float>(i);
  return nullptr;
}

constexpr int64_t kCall[] = {1, 1, DT_F32, 2, 0, DT_F32, 2, 1};
} // namespace

TEST(CustomCallTest, OperandsAreDense) {
  ASSERT_EQ(dt_define_function("positions", addPositions, nullptr), 0);
  // By columns, and with gaps.
  Buffer a({2, 3}, {1, 2}, {0, 10, 0, 10, 0, 10});
  Buffer b({2, 3}, {6, 2}, std::vector<float>(12, -1));
  const DtMemRef *operands[] = {a.get(), b.get()};
  Mesh({1}).runOk([&](DtDevice *device, int64_t) {
    dt_custom_call(device, kCall, "positions", "here", operands);
  });
  EXPECT_EQ(b.values,
            (std::vector<float>{0, -1, 1, -1, 2, -1, 13, -1, 14, -1, 15, -1}));
  EXPECT_EQ(a.values, (std::vector<float>{0, 10, 0, 10, 0, 10}));
}

TEST(CustomCallTest, PartsWithoutElements) {
  dt_define_function("positions", addPositions, nullptr);
  Buffer a({0, 3}, {3, 1}, {0}), b({0, 3}, {3, 1}, {7});
  const DtMemRef *operands[] = {a.get(), b.get()};
  Mesh({2}).runOk([&](DtDevice *device, int64_t) {
    dt_custom_call(device, kCall, "positions", "here", operands);
  });
  EXPECT_EQ(b.values[0], 7);
}

TEST(CustomCallTest, AnErrorEndsTheProgramOnAllDevices) {
  char text[] = "no such data";
  ASSERT_EQ(dt_define_function("failing", addPositions, text), 0);
  EXPECT_EQ(dt_define_function("failing", addPositions, nullptr), 1);
  Buffer a({1, 1}, {1, 1}, {1}), b({1, 1}, {1, 1}, {1});
  const DtMemRef *operands[] = {a.get(), b.get()};
  Mesh mesh({2});
  auto run = [&](const char *name) -> std::string {
    int failed = mesh.run([&](DtDevice *device, int64_t index) {
      if (index == 1)
        dt_custom_call(device, kCall, name, "here", operands);
      dt_barrier(device, 1, "behind");
    });
    return failed ? dt_error(mesh.get()) : "";
  };
  EXPECT_NE(run("failing").find("no such data"), std::string::npos);
  EXPECT_NE(run("missing").find("the program calls 'missing', but this process "
                                "has defined no such function"),
            std::string::npos);
}
