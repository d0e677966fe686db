//===- HloShardingTest.cpp - Shardings as XLA writes them -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/HloSharding.h"
#include "gtest/gtest.h"
#include <random>

using namespace dtensor;
using Kind = HloSharding::Kind;

namespace {

HloSharding parse(llvm::StringRef text) {
  return llvm::cantFail(HloSharding::parse(text));
}

std::string getError(llvm::StringRef text) {
  llvm::Expected<HloSharding> sharding = HloSharding::parse(text);
  return sharding ? "none" : llvm::toString(sharding.takeError());
}

TEST(HloSharding, PrintsWhatItParses) {
  for (const char *text :
       {"{replicated}", "{manual}", "{unknown}", "{unreduced}",
        "{maximal device=3}", "{devices=[2,1,4]<=[8]}",
        "{devices=[2,2]0,2,1,3}",
        "{devices=[2,1,4]<=[8] last_tile_dim_replicate}",
        "{devices=[2,2,2]<=[8] last_tile_dims={manual, replicated}}",
        "{devices=[4]<=[4] shard_as 7}", "{{replicated}, {devices=[2]<=[2]}}",
        "{}", "{{{manual}}, {}}"})
    EXPECT_EQ(parse(text).str(), text);
}

TEST(HloSharding, CountsDevices) {
  using Devices = llvm::SmallVector<int64_t>;
  EXPECT_EQ(parse("{devices=[2,3]0,1,2,3,4,5}").devices,
            Devices({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(parse("{devices=[4,2]<=[2,4]T(1,0)}").devices,
            Devices({0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(parse("{devices=[2,1,2,2]<=[2,2,2]T(2,0,1)}").devices,
            Devices({0, 2, 4, 6, 1, 3, 5, 7}));
}

TEST(HloSharding, TellsAxesFromSubgroups) {
  HloSharding sharding =
      parse(" { devices=[2,1,4]<=[8] last_tile_dim_replicate "
            "metadata={op_name=\"}\"}}");
  EXPECT_EQ(sharding.getRank(), 2u);
  EXPECT_EQ(sharding.subgroups.size(), 1u);
  EXPECT_EQ(parse("{devices=[1,2]0,1 shard_like 5}").group, 5);
}

TEST(HloSharding, SaysWhatIsWrong) {
  EXPECT_EQ(getError(""), "sharding '': expected '{' at position 0");
  EXPECT_EQ(getError("{sharded}"),
            "sharding '{sharded}': expected replicated, manual, unknown, "
            "unreduced, maximal or devices, found 'sharded' at position 8");
  EXPECT_EQ(getError("{replicated}}"),
            "sharding '{replicated}}': expected the end at position 12");
  EXPECT_EQ(getError("{devices=[2]0}"),
            "sharding '{devices=[2]0}': expected each of 2 devices once at "
            "position 13");
  EXPECT_EQ(getError("{devices=[2]0,0}"),
            "sharding '{devices=[2]0,0}': expected each of 2 devices once at "
            "position 15");
  EXPECT_EQ(getError("{devices=[0]}"),
            "sharding '{devices=[0]}': expected tiles of 1 or more, and not "
            "more than 1048576 at position 12");
  EXPECT_EQ(getError("{devices=[4]<=[2,2]T(0,0)}"),
            "sharding '{devices=[4]<=[2,2]T(0,0)}': expected a shape of 4 "
            "devices and an order of its axes at position 25");
  EXPECT_EQ(getError("{devices=[2]<=[2] last_tile_dims={manual,manual}}"),
            "sharding '{devices=[2]<=[2] last_tile_dims={manual,manual}}': "
            "expected a size for each of 2 last tile dims at position 49");
  EXPECT_NE(getError("{devices=[99999999,99999999,99999999]<=[1]}"), "none");
  EXPECT_NE(getError(std::string(1000, '{')), "none");
  EXPECT_NE(getError("{devices=[2]<=[2] metadata={"), "none");
}

// Any text is either a sharding that can be printed and parsed again, or an
// error.
TEST(HloSharding, SurvivesAnyText) {
  const char *seeds[] = {
      "{devices=[2,1,4]<=[2,4]T(1,0) last_tile_dims={manual, replicated}}",
      "{{replicated}, {devices=[2,2]0,2,1,3 last_tile_dim_replicate}}",
      "{maximal device=3 metadata={op_name=\"a\\\"}\"}}"};
  const llvm::StringRef alphabet = "{}[]<=T(),0129 dev_\"\\";
  std::mt19937 random(7);
  for (int round = 0; round < 20000; ++round) {
    std::string text = seeds[round % 3];
    for (int edits = random() % 4; edits >= 0; --edits) {
      size_t at = random() % (text.size() + 1);
      switch (random() % 3) {
      case 0:
        text.insert(at, 1, alphabet[random() % alphabet.size()]);
        break;
      case 1:
        text.erase(at, 1 + random() % 5);
        break;
      default:
        if (at < text.size())
          text[at] = alphabet[random() % alphabet.size()];
      }
    }
    llvm::Expected<HloSharding> sharding = HloSharding::parse(text);
    if (!sharding) {
      llvm::consumeError(sharding.takeError());
      continue;
    }
    EXPECT_EQ(parse(sharding->str()), *sharding) << text;
  }
}

} // namespace
