//===- MemoryProfileTest.cpp ----------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryProfile.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace dtensor;

namespace {

TEST(MemoryProfileTest, AgreesWithAList) {
  std::mt19937_64 random(3);
  for (unsigned size : {1u, 2u, 5u, 8u, 37u}) {
    std::vector<int64_t> usage(size);
    for (int64_t &bytes : usage)
      bytes = 10'000 + random() % 100;
    MemoryProfile profile(usage);
    for (int change = 0; change < 200; ++change) {
      unsigned begin = random() % (size + 1), end = random() % (size + 1);
      int64_t bytes = int64_t(random() % 101) - 50;
      profile.add(begin, end, bytes);
      for (unsigned point = begin; point < end; ++point)
        usage[point] += bytes;
      int64_t peak = *llvm::max_element(usage);
      ASSERT_EQ(profile.getPeak(), peak);
      ASSERT_EQ(usage[profile.getPeakPoint()], peak);
    }
  }
}

} // namespace
