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
/// A word is less than the prime, so that two words never have the same rest.
static constexpr int64_t kWordBytes = 7;
static constexpr uint64_t kWordMask = (uint64_t(1) << 8 * kWordBytes) - 1;
/// The words with factors of their own. Those of further pages have the same
/// ones, times a factor of the page. A product is below 2^117, so that those of
/// a page fit together.
static constexpr int64_t kPageWords = 512;
static constexpr int64_t kPageBytes = kPageWords * kWordBytes;

/// A number below 2^68 with the same rest.
static constexpr uint128_t fold(uint128_t number) {
  return (number & kPrime) + (number >> 61);
}

/// The rest of a number.
static constexpr uint64_t reduce(uint128_t number) {
  uint64_t rest = static_cast<uint64_t>(fold(fold(number)));
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

/// The rest of the sum of words times factors, of bytes within one page.
static uint64_t sumPage(llvm::StringRef bytes, int64_t position) {
  using llvm::support::endian::read64le;
  const char *data = bytes.data();
  const char *end = data + bytes.size();
  const uint64_t *factor = kWordFactors.data() + position / kWordBytes;
  uint128_t sum = 0;
  // Bytes of a word that begins or ends elsewhere.
  auto addBytes = [&](int64_t inWord, int64_t count) {
    uint64_t word = 0;
    for (int64_t i = 0; i < count; ++i)
      word |= uint64_t(static_cast<unsigned char>(*data++)) << 8 * (inWord + i);
    sum += uint128_t(*factor++) * word;
  };
  if (int64_t inWord = position % kWordBytes)
    addBytes(inWord, std::min<int64_t>(kWordBytes - inWord, end - data));
  // A word is read with the byte behind it.
  auto multiply = [&](int i) {
    return uint128_t(factor[i]) * (read64le(data + i * kWordBytes) & kWordMask);
  };
  constexpr int kTogether = 8;
  // Two sums, since the processor adds them side by side.
  uint128_t other = 0;
  for (; end - data > kTogether * kWordBytes;
       data += kTogether * kWordBytes, factor += kTogether) {
    sum += multiply(0) + multiply(2) + multiply(4) + multiply(6);
    other += multiply(1) + multiply(3) + multiply(5) + multiply(7);
  }
  for (; end - data > kWordBytes; data += kWordBytes, ++factor)
    sum += multiply(0);
  if (data != end)
    addBytes(0, end - data);
  return reduce(sum + other);
}

uint64_t getChecksum(llvm::StringRef bytes, int64_t position) {
  uint64_t sum = 0;
  while (!bytes.empty()) {
    int64_t inPage = position % kPageBytes;
    llvm::StringRef part = bytes.take_front(kPageBytes - inPage);
    uint64_t page = sumPage(part, inPage);
    uint64_t factor = makeFactor(kPageWords + position / kPageBytes);
    sum = addChecksums(sum, reduce(uint128_t(page) * factor));
    bytes = bytes.drop_front(part.size());
    position += part.size();
  }
  return sum;
}

} // namespace dtensor
