//===- Philox.h - Random bits that depend on a position ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_PHILOX_H
#define DTENSOR_HOST_PHILOX_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace dtensor {

/// Philox4x32-10: four random words of a key and a counter. Any counter can
/// be asked for in any order, so that each device makes its own part of a
/// tensor. See Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy
/// as 1, 2, 3 (SC 2011).
inline std::array<uint32_t, 4> philox(std::array<uint32_t, 4> counter,
                                      std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    uint64_t product0 = uint64_t(0xd2511f53) * counter[0];
    uint64_t product1 = uint64_t(0xcd9e8d57) * counter[2];
    counter = {static_cast<uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<uint32_t>(product1),
               static_cast<uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<uint32_t>(product0)};
    key[0] += 0x9e3779b9;
    key[1] += 0xbb67ae85;
  }
  return counter;
}

/// The 64 random bits at a position of the sequence of a seed: a half of the
/// block with the counter `position / 2`, whose first word is the low one.
inline uint64_t getRandomBits(uint64_t seed, uint64_t position) {
  uint64_t block = position / 2;
  std::array<uint32_t, 4> words =
      philox({static_cast<uint32_t>(block), static_cast<uint32_t>(block >> 32)},
             {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)});
  size_t first = position % 2 * 2;
  return words[first] | uint64_t(words[first + 1]) << 32;
}

} // namespace dtensor

#endif // DTENSOR_HOST_PHILOX_H
