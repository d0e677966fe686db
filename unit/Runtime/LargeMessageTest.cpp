//===- LargeMessageTest.cpp - Messages over 2 GiB -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeshRun.h"

#include <cstdlib>
#include <cstring>

using namespace dtensor::runtime::test;

namespace {

/// Rows of bytes, with gaps between them.
struct Rows {
  Rows(int64_t count, int64_t size, int64_t gap)
      : size(size), stride(size + gap),
        memory(static_cast<char *>(std::malloc(count * stride)), std::free) {
    int64_t place = reinterpret_cast<int64_t>(memory.get());
    words = {place, place, 0, 1, count, size, count * stride, stride, 1};
  }
  const DtMemRef *get() const {
    return reinterpret_cast<const DtMemRef *>(words.data());
  }
  char *at(int64_t row) { return memory.get() + row * stride; }

  int64_t size, stride;
  std::unique_ptr<char, void (*)(void *)> memory;
  std::vector<int64_t> words;
};

} // namespace

/// The first process has 2.25 GiB, and the other one gets them. It needs twice
/// that memory, and three times if they are packed, so it runs only by request.
TEST(LargeMessageTest, HasAllBytes) {
  if (!std::getenv("DTENSOR_TEST_LARGE_MESSAGES"))
    GTEST_SKIP() << "required DTENSOR_TEST_LARGE_MESSAGES=1 and 7 GiB";
  constexpr int64_t kRows = 2304, kSize = 1 << 20;
  Mesh mesh({2}, 1);
  const std::vector<int64_t> site = {
      DT_COLLECTIVE_SITE, DT_I8, DT_ADD, 3, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0};
  const std::vector<int64_t> extents = {1, kRows, kSize};
  auto getWord = [](int64_t row, int64_t i) {
    return static_cast<uint64_t>(row * kSize + i) * 0x9e3779b97f4a7c15;
  };
  for (int64_t gap : {0, 64})
    mesh.runOk([&](DtDevice *device, int64_t index) {
      Rows rows(kRows, kSize, index == 0 ? gap : 0);
      if (index == 0)
        for (int64_t row = 0; row < kRows; ++row)
          for (int64_t i = 0; i < kSize; i += sizeof(uint64_t)) {
            uint64_t word = getWord(row, i);
            std::memcpy(rows.at(row) + i, &word, sizeof(word));
          }
      // The first device has its result where it is.
      Rows source(0, kSize, 0);
      source.words[3] = 0;
      source.words[4] = kRows;
      dt_collective(device, site.data(), "here",
                    index == 0 ? rows.get() : source.get(), rows.get(),
                    extents.data());
      int64_t numWrong = 0;
      for (int64_t row = 0; row < kRows; ++row)
        for (int64_t i = 0; i < kSize; i += sizeof(uint64_t)) {
          uint64_t word = getWord(row, i);
          numWrong += std::memcmp(rows.at(row) + i, &word, sizeof(word)) != 0;
        }
      EXPECT_EQ(numWrong, 0);
    });
}
