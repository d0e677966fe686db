//===- ReadIndexTest.cpp - Files of other programs ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checkpoints.h"
#include "dtensor/Checkpoint/Safetensors.h"

#include "gtest/gtest.h"
#include <filesystem>

using namespace dtensor;

/// A file with float32 tensors whose elements count up.
static std::string makeFile(std::vector<SafetensorsEntry> entries,
                            std::string sharding = "") {
  SafetensorsHeader header;
  if (!sharding.empty())
    header.metadata["DCP_SHARDING_INFO"] = sharding;
  int64_t end = 0;
  std::vector<float> data;
  for (SafetensorsEntry &entry : entries) {
    int64_t count = 1;
    for (int64_t extent : entry.shape)
      count *= extent;
    for (int64_t i = 0; i < count; ++i)
      data.push_back(data.size());
    entry.dtype = "F32";
    entry.begin = end;
    entry.end = end += 4 * count;
  }
  header.entries = entries;
  return formatSafetensorsHeader(header) +
         std::string(reinterpret_cast<char *>(data.data()), 4 * data.size());
}

static std::string getError(const std::string &path) {
  auto index = readIndex(path);
  return index ? "" : llvm::toString(index.takeError());
}

TEST(ReadIndex, PartsOfDCP) {
  TestFolder folder;
  writeTestFile(folder / "shard-00001-model-00001-of-00001.safetensors",
                makeFile({{"w", "", {2, 3}}, {"b", "", {2}}},
                         R"({"w":{"saved_offsets":[0,0]},)"
                         R"("b":{"saved_offsets":[0]}})"));
  writeTestFile(
      folder / "shard-00002-model-00001-of-00001.safetensors",
      makeFile({{"w", "", {1, 3}}}, R"({"w":{"saved_offsets":[2,0]}})"));
  CheckpointIndex index = llvm::cantFail(readIndex(folder.path));
  EXPECT_EQ(index.tensors.at("w").shape, llvm::SmallVector<int64_t>({3, 3}));
  EXPECT_FALSE(index.isOwn);
  std::vector<float> data(9);
  int64_t numBytes = 0;
  ASSERT_FALSE(llvm::errorToBool(readBox(index, "w", {{0, 3}, {0, 3}},
                                         reinterpret_cast<char *>(data.data()),
                                         numBytes)));
  EXPECT_EQ(data, (std::vector<float>{0, 1, 2, 3, 4, 5, 0, 1, 2}));

  // Parts that do not add up are no tensor.
  writeTestFile(
      folder / "shard-00002-model-00001-of-00001.safetensors",
      makeFile({{"w", "", {1, 3}}}, R"({"w":{"saved_offsets":[3,0]}})"));
  EXPECT_EQ(getError(folder.path),
            "'" + folder.path +
                "': tensor 'w': required boxes with 12 elements, found 9");
  writeTestFile(
      folder / "shard-00002-model-00001-of-00001.safetensors",
      makeFile({{"w", "", {1, 3}}}, R"({"v":{"saved_offsets":[3,0]}})"));
  EXPECT_NE(getError(folder.path).find("required 2 'saved_offsets'"),
            std::string::npos);
  writeTestFile(folder / "shard-00002-model-00001-of-00001.safetensors",
                makeFile({{"w", "", {1, 3}}},
                         R"({"w":{"saved_offsets":[9223372036854775807,0]}})"));
  EXPECT_NE(getError(folder.path), "");
}

TEST(ReadIndex, WeightMap) {
  TestFolder folder;
  writeTestFile(folder / "model-00001-of-00002.safetensors",
                makeFile({{"a", "", {2}}}));
  writeTestFile(folder / "model-00002-of-00002.safetensors",
                makeFile({{"b", "", {3}}, {"unused", "", {1}}}));
  auto map = [&](std::string text) {
    writeTestFile(folder / "model.safetensors.index.json", text);
    return getError(folder.path);
  };
  EXPECT_EQ(map(R"({"weight_map": {"a": "model-00001-of-00002.safetensors",)"
                R"( "b": "model-00002-of-00002.safetensors"}})"),
            "");
  EXPECT_EQ(llvm::cantFail(readIndex(folder.path)).tensors.size(), 2u);
  EXPECT_NE(map(R"({"weight_map": {"b": "model-00001-of-00002.safetensors"}})")
                .find("tensor 'b' is not in the file"),
            std::string::npos);
  EXPECT_NE(map(R"({"weight_map": {"b": "../secret.safetensors"}})")
                .find("required the name of a file"),
            std::string::npos);
  EXPECT_NE(map("{}").find("required a 'weight_map'"), std::string::npos);
  EXPECT_NE(map("{").find("index.json"), std::string::npos);
}

TEST(ReadIndex, OneFile) {
  TestFolder folder;
  std::string path = folder / "model.safetensors";
  writeTestFile(path, makeFile({{"a", "", {2}}}));
  EXPECT_EQ(llvm::cantFail(readIndex(path)).tensors.count("a"), 1u);
  writeTestFile(path, "no tensors at all");
  EXPECT_NE(getError(path).find("model.safetensors': required a safetensors "
                                "file with a header of at most"),
            std::string::npos)
      << getError(path);
  std::filesystem::create_directory(folder / "empty");
  EXPECT_NE(getError(folder / "empty")
                .find("is no checkpoint: required "
                      "'dtensor.index.json'"),
            std::string::npos);
}

TEST(ReadIndex, ReplicasOfDCP) {
  TestFolder folder;
  std::string first = folder / "shard-00001-model-00001-of-00002.safetensors";
  std::string second = folder / "shard-00002-model-00001-of-00002.safetensors";
  std::string sharding = R"({"w":{"saved_offsets":[0]}})";
  std::string contents = makeFile({{"w", "", {3}}}, sharding);
  writeTestFile(first, contents);
  writeTestFile(second, contents);
  std::vector<TestTensor> wanted = {
      makeTestTensor("w", "float32", {3}, "", "unsharded")};
  EXPECT_EQ(loadTensors(folder.path, wanted).error, "");
  contents.back() ^= 1;
  writeTestFile(second, contents);
  std::string error = "'" + first + "' and '" + second +
                      "': required equal replicas of a part of tensor 'w', "
                      "found different elements";
  EXPECT_EQ(loadTensors(folder.path, wanted).error, error);
  CheckpointIndex index = llvm::cantFail(readIndex(folder.path));
  EXPECT_EQ(llvm::toString(verifyCheckpoint(index)), error);
  std::vector<float> data(3);
  int64_t numBytes = 0;
  EXPECT_EQ(
      llvm::toString(readBox(index, "w", {{0, 3}},
                             reinterpret_cast<char *>(data.data()), numBytes)),
      error);
}

TEST(ReadIndex, TwoFilesWithOneTensor) {
  // Neither is better than the other, and an average is no replica.
  for (int64_t extent : {2, 3}) {
    TestFolder folder;
    writeTestFile(folder / "ema.safetensors", makeFile({{"w", "", {2}}}));
    writeTestFile(folder / "model.safetensors",
                  makeFile({{"w", "", {extent}}}));
    EXPECT_EQ(getError(folder.path),
              "'" + (folder / "model.safetensors") + "': tensor 'w': '" +
                  (folder / "ema.safetensors") +
                  "' has a tensor of this name as well; open one of the two "
                  "files");
    EXPECT_EQ(getError(folder / "model.safetensors"), "");
  }
}
