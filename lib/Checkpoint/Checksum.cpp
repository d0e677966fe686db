//===- Checksum.cpp - A checksum of parts ---------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/Checksum.h"

#include "llvm/Support/Endian.h"
#include <algorithm>
#include <array>

namespace dtensor {

using uint128_t = unsigned __int128;

static constexpr uint64_t kPrime = (uint64_t(1) << 61) - 1;
static constexpr int64_t kWordBytes = 4;
/// The words with factors of their own. Those of further pages have the same
/// ones, times a factor of the page.
static constexpr int64_t kPageWords = 1024;
static constexpr int64_t kPageBytes = kPageWords * kWordBytes;

/// The rest of a number that is below 2^122.
static constexpr uint64_t reduce(uint128_t number) {
  uint128_t folded = (number & kPrime) + (number >> 61);
  uint64_t rest = static_cast<uint64_t>(folded & kPrime) +
                  static_cast<uint64_t>(folded >> 61);
  return rest >= kPrime ? rest - kPrime : rest;
}

/// A number from 1 to `kPrime` - 1 that looks random: SplitMix64 of Steele,
/// Lea and Flood (OOPSLA 2014).
static constexpr uint64_t makeFactor(uint64_t number) {
  uint64_t mixed = (number + 1) * 0x9e3779b97f4a7c15;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  mixed ^= mixed >> 31;
  return 1 + mixed % (kPrime - 1);
}

static constexpr auto kWordFactors = [] {
  std::array<uint64_t, kPageWords> factors{};
  for (int64_t i = 0; i < kPageWords; ++i)
    factors[i] = makeFactor(i);
  return factors;
}();

uint64_t addChecksums(uint64_t a, uint64_t b) {
  return reduce(uint128_t(a) + b);
}

/// The sum of words times factors, of bytes within one page. It is below
/// 1024 * 2^32 * 2^61.
static uint128_t sumPage(llvm::StringRef bytes, int64_t position) {
  uint128_t sum = 0;
  const char *data = bytes.data();
  const char *end = data + bytes.size();
  // Bytes of a word that does not begin or end here.
  auto addBytes = [&](const char *last) {
    for (; data != last; ++data, ++position) {
      uint64_t part = uint64_t(static_cast<unsigned char>(*data))
                      << 8 * (position % kWordBytes);
      sum += uint128_t(kWordFactors[position / kWordBytes]) * part;
    }
  };
  int64_t head = (kWordBytes - position % kWordBytes) % kWordBytes;
  addBytes(data + std::min<int64_t>(head, end - data));
  const uint64_t *factor = kWordFactors.data() + position / kWordBytes;
  for (; end - data >= kWordBytes; data += kWordBytes, position += kWordBytes)
    sum += uint128_t(*factor++) * llvm::support::endian::read32le(data);
  addBytes(end);
  return sum;
}

uint64_t getChecksum(llvm::StringRef bytes, int64_t position) {
  uint64_t sum = 0;
  while (!bytes.empty()) {
    int64_t inPage = position % kPageBytes;
    llvm::StringRef part = bytes.take_front(kPageBytes - inPage);
    uint64_t page = reduce(sumPage(part, inPage));
    uint64_t factor = makeFactor(kPageWords + position / kPageBytes);
    sum = addChecksums(sum, reduce(uint128_t(page) * factor));
    bytes = bytes.drop_front(part.size());
    position += part.size();
  }
  return sum;
}

} // namespace dtensor
