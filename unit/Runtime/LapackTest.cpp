//===- LapackTest.cpp - Routines of LAPACK on batches ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeshRun.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace dtensor::runtime::test;

namespace {
/// A buffer with any strides, in elements.
template <typename T> struct Buffer {
  Buffer(std::vector<int64_t> extents, std::vector<int64_t> strides,
         std::vector<T> values)
      : values(std::move(values)) {
    descriptor = {reinterpret_cast<int64_t>(this->values.data()),
                  reinterpret_cast<int64_t>(this->values.data()), 0};
    descriptor.insert(descriptor.end(), extents.begin(), extents.end());
    descriptor.insert(descriptor.end(), strides.begin(), strides.end());
  }
  const DtMemRef *get() const {
    return reinterpret_cast<const DtMemRef *>(descriptor.data());
  }
  std::vector<T> values;
  std::vector<int64_t> descriptor;
};
} // namespace

/// Two interleaved matrices, the second of which is not positive definite.
TEST(LapackTest, StridedBatch) {
  Buffer<double> a({2, 2, 2}, {1, 4, 2}, {4, -1, 2, 0, 2, 0, 5, -1});
  Buffer<double> l({2, 2, 2}, {4, 2, 1}, std::vector<double>(8, 7));
  Buffer<int32_t> info({2}, {1}, {9, 9});
  const DtMemRef *operands[] = {a.get(), l.get(), info.get()};
  int64_t call[] = {DT_POTRF, 1, 1, 2, DT_F64, 3, DT_F64, 3, DT_I32, 1, 'L'};
  Mesh({1}).runOk([&](DtDevice *device, int64_t) {
    dt_lapack(device, call, "here", operands);
  });
  EXPECT_EQ(info.values, (std::vector<int32_t>{0, 1}));
  EXPECT_DOUBLE_EQ(l.values[0], 2);
  EXPECT_DOUBLE_EQ(l.values[2], 1);
  EXPECT_DOUBLE_EQ(l.values[3], 2);
  // The source is unchanged.
  EXPECT_EQ(a.values, (std::vector<double>{4, -1, 2, 0, 2, 0, 5, -1}));
}

TEST(LapackTest, NoMatricesAndMatricesOfNothing) {
  for (auto [batch, n] : {std::pair(0, 3), std::pair(3, 0)}) {
    Buffer<float> a({batch, n, n}, {n * n, n, 1}, std::vector<float>(9));
    Buffer<int32_t> pivots({batch, n}, {n, 1}, std::vector<int32_t>(9));
    Buffer<int32_t> info({batch}, {1}, std::vector<int32_t>(3, 9));
    const DtMemRef *operands[] = {a.get(), a.get(), pivots.get(), info.get()};
    int64_t call[] = {DT_GETRF, 1, 1,      3, DT_F32, 3,
                      DT_F32,   3, DT_I32, 2, DT_I32, 1};
    Mesh({1}).runOk([&](DtDevice *device, int64_t) {
      dt_lapack(device, call, "here", operands);
    });
    EXPECT_EQ(info.values, std::vector<int32_t>(3, batch == 0 ? 9 : 0));
  }
}

TEST(LapackTest, NotFinite) {
  Buffer<float> a({2, 2}, {2, 1}, {1, NAN, 0, 1});
  Buffer<float> u({2, 2}, {2, 1}, std::vector<float>(4, 7));
  Buffer<float> s({2}, {1}, {7, 7});
  Buffer<int32_t> info({}, {}, {9});
  const DtMemRef *operands[] = {a.get(), u.get(), s.get(),
                                u.get(), u.get(), info.get()};
  int64_t call[] = {DT_GESDD, 0, 1,      5, DT_F32, 2, DT_F32, 2, DT_F32, 1,
                    DT_F32,   2, DT_F32, 2, DT_I32, 0, 'A'};
  Mesh({1}).runOk([&](DtDevice *device, int64_t) {
    dt_lapack(device, call, "here", operands);
  });
  EXPECT_EQ(info.values[0], -4);
  EXPECT_EQ(s.values, (std::vector<float>{0, 0}));
}

TEST(LapackTest, UnsupportedTypesAreAnError) {
  Buffer<int32_t> a({1, 1}, {1, 1}, {1});
  Buffer<int32_t> info({}, {}, {0});
  const DtMemRef *operands[] = {a.get(), a.get(), info.get()};
  int64_t call[] = {DT_POTRF, 0, 1, 2, DT_I32, 2, DT_I32, 2, DT_I32, 0, 'L'};
  Mesh mesh({1});
  EXPECT_EQ(mesh.run([&](DtDevice *device, int64_t) {
    dt_lapack(device, call, "here", operands);
  }),
            1);
  EXPECT_STREQ(dt_error(mesh.get()),
               "device 0: here: LAPACK has no such routine for these matrices");
}
