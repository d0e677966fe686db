//===- IndexTest.cpp - Tests of the index, also of hostile ones -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checkpoints.h"
#include "dtensor/Checkpoint/PrintIndex.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include "gtest/gtest.h"
#include <chrono>
#include <random>

using namespace dtensor;

static std::string makeSeed(TestFolder &folder) {
  EXPECT_EQ(
      saveTensors(folder / "seed",
                  {makeTestTensor("w", "float32", {5, 4}, "x=2,y=2", "x,y"),
                   makeTestTensor("c", "complex128", {3}, "x=2", "x")}),
      "");
  return readTestFile(folder / "seed/dtensor.index.json");
}

static std::string getError(llvm::StringRef text) {
  auto index = parseIndex(text);
  return index ? "" : llvm::toString(index.takeError());
}

TEST(Index, RoundTrip) {
  TestFolder folder;
  std::string text = makeSeed(folder);
  CheckpointIndex index = llvm::cantFail(parseIndex(text));
  EXPECT_EQ(formatIndex(index), text);
  index.folder = folder / "seed";
  std::string table;
  llvm::raw_string_ostream os(table);
  printIndex(index, os);
  EXPECT_NE(table.find("w: 5x4xfloat32, 4 boxes, layout 'x,y' of mesh "
                       "'x=2,y=2'\n     0:2  2:4\n0:3  [0]  [1]\n"),
            std::string::npos)
      << table;
}

TEST(Index, EveryChangeOfAByteIsFound) {
  TestFolder folder;
  std::string text = makeSeed(folder);
  for (size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    changed[at] ^= 1 << at % 8;
    EXPECT_NE(getError(changed), "") << at;
    EXPECT_NE(getError(text.substr(0, at)), "") << at;
  }
  EXPECT_NE(getError(text + text), "");
  // The checksums of version 1 missed changes by 2^61 - 1.
  std::string earlier = text;
  earlier[earlier.find('2')] = '1';
  EXPECT_EQ(getError(earlier),
            "required the index of a checkpoint, of version 2; it is another "
            "file, damaged, or of another version");
}

/// Somebody who wants to do harm writes the right checksum.
static std::string sign(llvm::StringRef content) {
  std::string checksum = llvm::utohexstr(llvm::xxh3_64bits(content),
                                         /*LowerCase=*/true, /*Width=*/16);
  return "{\"dtensor_checkpoint\":2,\"checksum\":\"" + checksum +
         "\",\"content\":" + content.str() + "}\n";
}

TEST(Index, Mutants) {
  TestFolder folder;
  std::string text = makeSeed(folder);
  size_t begin = text.find("\"content\":") + 10;
  std::string content = text.substr(begin, text.size() - begin - 2);
  ASSERT_EQ(sign(content), text);
  std::mt19937_64 random(2);
  int accepted = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    std::string changed = content;
    for (int change = 1 + random() % 2; change > 0; --change) {
      size_t at = random() % changed.size();
      switch (random() % 3) {
      case 0:
        changed[at] ^= 1 << random() % 8;
        break;
      case 1:
        changed.insert(at, std::to_string(random() >> random() % 64));
        break;
      default:
        changed[at] = '0' + random() % 10;
      }
    }
    auto index = parseIndex(sign(changed));
    if (!index) {
      EXPECT_NE(llvm::toString(index.takeError()), "");
      continue;
    }
    ++accepted;
    // What is accepted can be printed and read without harm.
    index->folder = folder / "seed";
    std::string table;
    llvm::raw_string_ostream os(table);
    printIndex(*index, os);
    llvm::consumeError(verifyCheckpoint(*index));
    for (const auto &[name, tensor] : index->tensors)
      for (const SavedBox &saved : tensor.boxes) {
        ASSERT_LT(saved.file, index->files.size());
        ASSERT_LE(saved.begin + tensor.getNumBytes(saved.box),
                  index->files[saved.file].size);
      }
  }
  EXPECT_GT(accepted, 10);
}

TEST(Index, FilesOfOtherFoldersAreRefused) {
  TestFolder folder;
  std::string text = makeSeed(folder);
  size_t begin = text.find("\"content\":") + 10;
  std::string content = text.substr(begin, text.size() - begin - 2);
  size_t at = content.find("\"shard-00001");
  ASSERT_NE(at, std::string::npos);
  content.insert(at + 1, "../");
  EXPECT_EQ(getError(sign(content)),
            "a file: required its name, bytes, header_bytes and "
            "header_checksum");
}

TEST(Index, BlocksOfChecksums) {
  TestFolder folder;
  std::string text = makeSeed(folder);
  size_t begin = text.find("\"content\":") + 10;
  std::string content = text.substr(begin, text.size() - begin - 2);
  std::string block = "\"checksum_block\":65536";
  size_t at = content.find(block);
  ASSERT_NE(at, std::string::npos);
  auto write = [&](const std::string &number) {
    return sign(content.substr(0, at) + number +
                content.substr(at + block.size()));
  };
  for (const char *number : {"0", "-65536", "32768", "65537", "33554432"})
    EXPECT_EQ(
        getError(write(std::string("\"checksum_block\":") + number)),
        std::string("'checksum_block': required a power of two from 65536 to "
                    "16777216, found ") +
            number);

  // There are not too many of them.
  auto plan = [](int64_t bytes) {
    TensorToSave tensor{"w",       findStoredType("uint8"),
                        {bytes},   llvm::cantFail(Mesh::create({})),
                        Layout(1), {0}};
    return llvm::cantFail(planSave({tensor}, {})).index.checksumBlock;
  };
  EXPECT_EQ(plan(1), 64 << 10);
  EXPECT_EQ(plan(int64_t(16) << 30), 64 << 10);
  EXPECT_EQ(plan(int64_t(1) << 40), 4 << 20);
  EXPECT_EQ(plan(int64_t(1) << 44), 16 << 20);
}

TEST(Index, BoxesCoverTheTensor) {
  auto check = [](std::vector<Box> boxes) {
    std::vector<SavedBox> saved;
    for (Box &box : boxes)
      saved.push_back({0, box, 0, {}});
    llvm::Error error = checkCover({4, 6}, saved);
    return error ? llvm::toString(std::move(error)) : "";
  };
  EXPECT_EQ(check({{{0, 4}, {0, 6}}}), "");
  EXPECT_EQ(check({{{0, 4}, {0, 2}}, {{0, 1}, {2, 4}}, {{1, 3}, {2, 4}}}), "");
  EXPECT_EQ(check({{{0, 4}, {0, 5}}}),
            "required boxes with 24 elements, found 20");
  EXPECT_EQ(check({{{0, 4}, {0, 3}}, {{0, 4}, {2, 3}}}),
            "boxes [0:4, 0:3] and [0:4, 2:5] overlap");
  EXPECT_EQ(check({{{1, 4}, {0, 6}}}),
            "box [1:5, 0:6] is not within the tensor's extents");
}

TEST(Index, ManyBoxesTakeLinearTime) {
  // All boxes meet along both axes.
  constexpr int64_t kColumns = 100'000;
  std::vector<SavedBox> boxes;
  for (int64_t i = 0; i < kColumns; ++i) {
    boxes.push_back({0, {{0, i + 1}, {i, 1}}, 0, {}});
    boxes.push_back({0, {{i + 1, kColumns - i}, {i, 1}}, 0, {}});
  }
  llvm::SmallVector<int64_t> shape = {kColumns + 1, kColumns};
  auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(llvm::errorToBool(checkCover(shape, boxes)));
  // The same number of elements, one of them twice.
  boxes[0].box[1].offset = 1;
  EXPECT_EQ(llvm::toString(checkCover(shape, boxes)), "boxes overlap");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(Index, BoxesHaveBytesOfTheirOwn) {
  TestFolder folder;
  std::string text = makeSeed(folder);
  size_t begin = text.find("\"content\":") + 10;
  std::string content = text.substr(begin, text.size() - begin - 2);
  CheckpointIndex index = llvm::cantFail(parseIndex(text));
  // A tensor of the same file, many times.
  SavedTensor tensor = index.tensors.at("c");
  index.tensors["d"] = tensor;
  EXPECT_EQ(getError(formatIndex(index)),
            "file '" + index.files[0].name +
                "': two boxes have the bytes from " +
                std::to_string(tensor.boxes[0].begin) + " on");
}

TEST(Index, TextsThatAreTooLongAreNotWritten) {
  auto plan = [](const std::string &name, const SaveOptions &options,
                 int64_t bytes = 1) {
    TensorToSave tensor{name,      findStoredType("uint8"),
                        {bytes},   llvm::cantFail(Mesh::create({})),
                        Layout(1), {0}};
    llvm::Expected<SavePlan> plan = planSave({tensor}, options);
    return plan ? "" : llvm::toString(plan.takeError());
  };
  std::string text(32 << 20, 'x');
  SaveOptions options;
  EXPECT_EQ(plan("w", options), "");
  EXPECT_EQ(
      plan(text, options)
          .find("the header of 'shard-00001-model-00001-of-00001.safetensors': "
                "required at most 33554432 bytes, found "),
      0u);
  options.metadata["note"] = text;
  EXPECT_EQ(plan("w", options)
                .find("the index: required at most 33554432 bytes, found 335"),
            0u);
  // Checksums of a PiB.
  EXPECT_EQ(plan("w", SaveOptions(), int64_t(1) << 50),
            "the index: required at most 33554432 bytes, found 1275068416; "
            "save the tensors to several checkpoints");
}
