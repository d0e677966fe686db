//===- SafetensorsTest.cpp - Tests of headers, also of hostile ones -------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/Safetensors.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "gtest/gtest.h"
#include <random>

using namespace dtensor;

static std::string getError(llvm::StringRef text, int64_t dataBytes) {
  auto header = parseSafetensorsText(text, dataBytes);
  return header ? "" : llvm::toString(header.takeError());
}

TEST(Safetensors, RoundTrip) {
  SafetensorsHeader header;
  header.metadata = {{"format", "pt"}, {"a\"b", "{\"c\": [1]}"}};
  header.entries = {{"w", "F32", {2, 3}, 0, 24},
                    {"empty", "BF16", {0, 3}, 24, 24},
                    {"\xc3\xa4", "BOOL", {}, 24, 25}};
  std::string text = formatSafetensorsHeader(header);
  EXPECT_EQ(text.size() % 64, 0u);
  int64_t length =
      llvm::cantFail(getSafetensorsTextLength(text, text.size() + 25));
  EXPECT_EQ(length + 8, static_cast<int64_t>(text.size()));
  SafetensorsHeader read =
      llvm::cantFail(parseSafetensorsText(text.substr(8), 25));
  EXPECT_EQ(read.metadata, header.metadata);
  ASSERT_EQ(read.entries.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(read.entries[i].name, header.entries[i].name);
    EXPECT_EQ(read.entries[i].dtype, header.entries[i].dtype);
    EXPECT_EQ(read.entries[i].shape, header.entries[i].shape);
    EXPECT_EQ(read.entries[i].begin, header.entries[i].begin);
  }
}

TEST(Safetensors, Errors) {
  EXPECT_EQ(getError("[1]", 0), "the header is no object");
  EXPECT_EQ(getError(R"({"w": 1})", 0),
            "tensor 'w': required 'dtype', 'shape' and two 'data_offsets'");
  EXPECT_EQ(
      getError(R"({"w": {"dtype":"Q8","shape":[1],"data_offsets":[0,1]}})", 1),
      "tensor 'w': unknown element type 'Q8'");
  EXPECT_EQ(
      getError(R"({"w": {"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", 4),
      "tensor 'w': required 8 bytes, found those from 0 to 4");
  EXPECT_EQ(
      getError(R"({"w": {"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", 8),
      "tensor 'w': required to begin at byte 0, where the last one ends, found "
      "4");
  EXPECT_EQ(
      getError(R"({"w": {"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 8),
      "required 4 bytes of elements, found 8");
  EXPECT_EQ(getError(R"({"w": {"dtype":"F64","shape":[4611686018427387904,4],)"
                     R"("data_offsets":[0,0]}})",
                     0),
            "tensor 'w': required too many bytes, found those from 0 to 0");
  EXPECT_EQ(
      getError(R"({"w": {"dtype":"F32","shape":[-1],"data_offsets":[0,0]}})",
               0),
      "tensor 'w': required 'dtype', 'shape' and two 'data_offsets'");
  EXPECT_EQ(getError(R"({"__metadata__": {"a": 1}})", 0),
            "'__metadata__': required texts");
  EXPECT_EQ(getError(std::string(1 << 20, '['), 0),
            "required at most 32 nested lists and objects, found more");
}

TEST(Safetensors, LengthsOfHostileFiles) {
  auto check = [](uint64_t length, int64_t fileBytes) {
    char text[8];
    llvm::support::endian::write64le(text, length);
    auto result = getSafetensorsTextLength(llvm::StringRef(text, 8), fileBytes);
    return result ? std::to_string(*result)
                  : llvm::toString(result.takeError());
  };
  EXPECT_EQ(check(2, 10), "2");
  EXPECT_EQ(check(3, 10), "the header ends early: required 3 bytes, found 2");
  EXPECT_EQ(check(UINT64_MAX, 10),
            "required a safetensors file with a header of at most 33554432 "
            "bytes, found 18446744073709551615");
  EXPECT_EQ(check(2, 5), "required a safetensors file, which has at least 8 "
                         "bytes, found 5");
}

/// Whatever a header says, it is an error or has tensors within the file.
TEST(Safetensors, Mutants) {
  SafetensorsHeader header;
  header.metadata = {{"format", "pt"},
                     {"DCP_SHARDING_INFO", R"({"w":{"saved_offsets":[0,0]}})"}};
  header.entries = {{"w", "F32", {2, 3}, 0, 24}, {"b", "F4", {2, 2}, 24, 26}};
  std::string seed = formatSafetensorsHeader(header).substr(8);
  std::mt19937_64 random(1);
  const llvm::StringRef pieces[] = {
      "[",   "]",    "{", "}", "\"",      "-1",  "9223372036854775807",
      "1e9", "null", ",", ":", "\\u0000", "F32", "shape",
      "\xff"};
  int accepted = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    std::string text = seed;
    for (int change = 1 + random() % 3; change > 0; --change) {
      size_t at = random() % text.size();
      switch (random() % 4) {
      case 0:
        text[at] ^= 1 << random() % 8;
        break;
      case 1:
        text.insert(at, pieces[random() % std::size(pieces)].str());
        break;
      case 2:
        text.erase(at, 1 + random() % 20);
        break;
      default:
        text[at] = '0' + random() % 10;
      }
      if (text.empty())
        text = " ";
    }
    auto parsed = parseSafetensorsText(text, 26);
    if (!parsed) {
      EXPECT_NE(llvm::toString(parsed.takeError()), "");
      continue;
    }
    ++accepted;
    for (const SafetensorsEntry &entry : parsed->entries) {
      EXPECT_GE(entry.begin, 0);
      EXPECT_LE(entry.begin, entry.end);
      EXPECT_LE(entry.end, 26);
    }
  }
  EXPECT_GT(accepted, 100);
  EXPECT_LT(accepted, 15000);
}
