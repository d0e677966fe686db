//===- PhiloxTest.cpp - Random bits ---------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/Philox.h"
#include "gtest/gtest.h"

using namespace dtensor;

namespace {

using Words = std::array<uint32_t, 4>;

// The known answers of the authors' library, Random123 (kat_vectors).
TEST(Philox, HasTheAnswersOfItsAuthors) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  uint32_t ones = 0xffffffff;
  EXPECT_EQ(philox({ones, ones, ones, ones}, {ones, ones}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                   {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, PositionsTakeHalvesOfBlocks) {
  EXPECT_EQ(getRandomBits(0, 0), 0xe169c58d6627e8d5);
  EXPECT_EQ(getRandomBits(0, 1), 0x9b00dbd8bc57ac4c);
  Words block = philox({5, 1}, {7, 2});
  EXPECT_EQ(
      getRandomBits((uint64_t(2) << 32) + 7, 2 * ((uint64_t(1) << 32) + 5) + 1),
      block[2] | uint64_t(block[3]) << 32);
}

} // namespace
