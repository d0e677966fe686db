//===- HostMemoryTest.cpp - Memory of host tensors ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/HostMemory.h"

#include "HostTensors.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <cstring>
#include <sys/resource.h>
#include <thread>

using namespace dtensor;

namespace {

constexpr int64_t kMiB = 1 << 20;

class HostMemoryTest : public ::testing::Test {
protected:
  void SetUp() override { freeKeptHostMemory(); }
  void TearDown() override { freeKeptHostMemory(); }
};

int64_t countPageFaults() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

TEST_F(HostMemoryTest, LargeBlocksAreUsedAgain) {
  HostBlock first = allocateHostMemory(5 * kMiB);
  ASSERT_TRUE(first.block);
  releaseHostMemory(first.block);
  EXPECT_EQ(getKeptHostMemory(), 6 * kMiB);
  // A size of the same number of huge pages.
  HostBlock second = allocateHostMemory(6 * kMiB - 1);
  EXPECT_EQ(second.begin, first.begin);
  EXPECT_EQ(getKeptHostMemory(), 0);
  // Another size.
  releaseHostMemory(second.block);
  HostBlock third = allocateHostMemory(8 * kMiB);
  EXPECT_NE(third.begin, first.begin);
  EXPECT_EQ(getKeptHostMemory(), 6 * kMiB);
  releaseHostMemory(third.block);
  EXPECT_EQ(getKeptHostMemory(), 14 * kMiB);
  freeKeptHostMemory();
  EXPECT_EQ(getKeptHostMemory(), 0);
}

TEST_F(HostMemoryTest, SmallBlocksAreNotKept) {
  HostBlock small = allocateHostMemory(kHugePage - 1);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(small.begin) % kHostAlignment, 0u);
  releaseHostMemory(small.block);
  EXPECT_EQ(getKeptHostMemory(), 0);
}

TEST_F(HostMemoryTest, NoMoreThanTheLimitIsKept) {
  std::vector<HostBlock> blocks;
  for (int i = 0; i < 5; ++i)
    blocks.push_back(allocateHostMemory(300 * kMiB));
  for (const HostBlock &block : blocks)
    releaseHostMemory(block.block);
  EXPECT_EQ(getKeptHostMemory(), 900 * kMiB);
  // Those that were released last are left.
  EXPECT_EQ(allocateHostMemory(300 * kMiB).begin, blocks[4].begin);
  releaseHostMemory(blocks[4].block);
  HostBlock large = allocateHostMemory(2048 * kMiB);
  releaseHostMemory(large.block);
  EXPECT_EQ(getKeptHostMemory(), 900 * kMiB);
}

TEST(HostMemoryLimitTest, IsAVariable) {
  // The variable is read before the first large block is made.
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        setenv("DTENSOR_KEPT_BYTES", "4194304", 1);
        releaseHostMemory(allocateHostMemory(4 * kMiB).block);
        releaseHostMemory(allocateHostMemory(6 * kMiB).block);
        std::exit(getKeptHostMemory() == 4 * kMiB ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(HostMemoryLimitTest, OtherTextIsReported) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        setenv("DTENSOR_KEPT_BYTES", "4MB", 1);
        releaseHostMemory(allocateHostMemory(6 * kMiB).block);
        std::exit(getKeptHostMemory() == 6 * kMiB ? 0 : 1);
      },
      ::testing::ExitedWithCode(0),
      "warning: DTENSOR_KEPT_BYTES: required a number of bytes, found '4MB'");
}

#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
TEST_F(HostMemoryTest, SecondTensorHasNoPageFaults) {
  auto useTensor = [] {
    int64_t before = countPageFaults();
    HostTensor tensor =
        llvm::cantFail(HostTensor::create(ElementType::F32, {4 << 20}));
    std::memset(tensor.getData(), 1, tensor.getNumBytes());
    return countPageFaults() - before;
  };
  EXPECT_GT(useTensor(), 0);
  // A few may be those of others.
  EXPECT_LT(useTensor(), 8);
}
#endif

#if __has_feature(address_sanitizer)
TEST_F(HostMemoryTest, KeptMemoryIsPoisoned) {
  HostBlock block = allocateHostMemory(4 * kMiB);
  releaseHostMemory(block.block);
  EXPECT_DEATH(block.begin[0] = 1, "use-after-poison");
}
#endif

TEST_F(HostMemoryTest, ThreadsMayShareIt) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([thread] {
      for (int i = 0; i < 100; ++i) {
        HostBlock block = allocateHostMemory((2 + 2 * (i % 3)) * kMiB);
        *block.begin = static_cast<char>(thread);
        EXPECT_EQ(*block.begin, thread);
        releaseHostMemory(block.block);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
