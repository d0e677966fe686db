//===- RepetitionsTest.cpp - Stretches that follow each other -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/Repetitions.h"
#include "gtest/gtest.h"
#include <string>

using namespace dtensor;

/// `begin+length*count` of each repetition, for letters as keys of size 1.
static std::string find(const std::string &letters, uint64_t minSize) {
  llvm::SmallVector<uint64_t> keys(letters.begin(), letters.end());
  llvm::SmallVector<unsigned> sizes(letters.size(), 1);
  std::string text;
  for (const Repetition &each : findRepetitions(keys, sizes, minSize))
    text += std::to_string(each.begin) + "+" + std::to_string(each.length) +
            "*" + std::to_string(each.count) + " ";
  return text;
}

TEST(Repetitions, FindsWhatFollowsItself) {
  EXPECT_EQ(find("abcdefghij", 1), "");
  EXPECT_EQ(find("abcdabcdabcd", 1), "0+4*3 ");
  EXPECT_EQ(find("xyabcdeabcdeabcdez", 1), "2+5*3 ");
  // The run does not follow itself.
  EXPECT_EQ(find("abcdefxabcdef", 1), "");
}

TEST(Repetitions, JoinsShortOnes) {
  EXPECT_EQ(find("aaaaaaaaaa", 1), "0+1*10 ");
  EXPECT_EQ(find("aaaaaaaaaa", 4), "0+4*2 ");
  EXPECT_EQ(find("aaaaaaaaaa", 6), "");
}

TEST(Repetitions, FindsOuterOnesWhereInnerOnesAreTooShort) {
  // Layers of 11, with 10 of a kind in them.
  std::string layer = "aaaaaaaaaab", layers;
  for (int i = 0; i < 20; ++i)
    layers += layer;
  llvm::SmallVector<uint64_t> keys(layers.begin(), layers.end());
  llvm::SmallVector<unsigned> sizes(keys.size(), 1);
  llvm::SmallVector<Repetition> found = findRepetitions(keys, sizes, 8);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.front().length, 11u);
  EXPECT_GE(found.front().count, 18u);
}
