//===- ChecksumTest.cpp - Tests of checksums of parts ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/Checksum.h"

#include "gtest/gtest.h"
#include <cstring>
#include <random>

using namespace dtensor;

static std::string makeBytes(size_t count, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string bytes(count, '\0');
  for (char &byte : bytes)
    byte = random();
  return bytes;
}

TEST(Checksum, IsTheSumOfItsParts) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    std::string bytes = makeBytes(1 + random() % 20000, trial);
    int64_t begin = random() % 10000;
    uint64_t sum = 0;
    for (size_t at = 0; at < bytes.size();) {
      size_t count = std::min<size_t>(1 + random() % 999, bytes.size() - at);
      sum = addChecksums(
          sum,
          getChecksum(llvm::StringRef(bytes).substr(at, count), begin + at));
      at += count;
    }
    EXPECT_EQ(sum, getChecksum(bytes, begin));
  }
}

TEST(Checksum, FindsEveryChangeOfAByte) {
  std::string bytes = makeBytes(9000, 7);
  uint64_t checksum = getChecksum(bytes, 0);
  for (size_t at = 0; at < bytes.size(); at += 7)
    for (int change : {1, 16, 128, 255}) {
      bytes[at] ^= change;
      EXPECT_NE(getChecksum(bytes, 0), checksum) << at << " " << change;
      bytes[at] ^= change;
    }
}

TEST(Checksum, FindsOtherPlaces) {
  std::string bytes = makeBytes(3 * 4096, 3);
  uint64_t checksum = getChecksum(bytes, 0);
  for (size_t distance : {4, 64, 4096, 8192}) {
    std::string moved = bytes;
    for (size_t i = 0; i < 4; ++i)
      std::swap(moved[i], moved[i + distance]);
    EXPECT_NE(getChecksum(moved, 0), checksum) << distance;
  }
  EXPECT_NE(getChecksum(bytes, 4), checksum);
  EXPECT_NE(getChecksum(bytes.substr(4096) + bytes.substr(0, 4096), 0),
            checksum);
  // Two changes of the highest bits of words.
  std::string changed = bytes;
  changed[3] ^= char(128);
  changed[4096 + 3] ^= char(128);
  EXPECT_NE(getChecksum(changed, 0), checksum);
}

TEST(Checksum, FindsChangesByThePrime) {
  // Each pair of numbers of 64 bits has the same rest modulo 2^61 - 1.
  constexpr uint64_t kPrime = (uint64_t(1) << 61) - 1;
  for (uint64_t word : {uint64_t(0), uint64_t(1), uint64_t(2), uint64_t(4),
                        uint64_t(0x3a83126f3e99999a)})
    for (uint64_t times = 1; times <= 4; ++times)
      for (size_t at = 0; at < 16; ++at) {
        uint64_t other = word + times * kPrime;
        std::string bytes(32, 'x'), changed = bytes;
        std::memcpy(&bytes[at], &word, sizeof(word));
        std::memcpy(&changed[at], &other, sizeof(other));
        EXPECT_NE(getChecksum(bytes, 0), getChecksum(changed, 0))
            << word << " " << times << " " << at;
      }
  // Such a pair of float32.
  float pair[] = {0.3f, 0.001f}, other[2];
  uint64_t word;
  std::memcpy(&word, pair, sizeof(word));
  word += kPrime;
  std::memcpy(other, &word, sizeof(word));
  EXPECT_EQ(other[0], 0.29999998f);
  EXPECT_GT(other[1], 1e16f);
  auto sum = [](const float *numbers) {
    return getChecksum({reinterpret_cast<const char *>(numbers), 8}, 0);
  };
  EXPECT_NE(sum(pair), sum(other));
}

TEST(Checksum, IsThatOfEarlierVersions) {
  // Checkpoints outlive programs.
  EXPECT_EQ(getChecksum("a checkpoint of some bytes", 4090),
            2097739586827149049u);
}
