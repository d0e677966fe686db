//===- DamageTest.cpp - Files that are not as they were written -----------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checkpoints.h"

#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <csignal>
#include <filesystem>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dtensor;

namespace {
struct Damage : testing::Test {
  void SetUp() override { ASSERT_EQ(saveTensors(path, tensors, 2), ""); }

  std::string load() { return loadTensors(path, wanted(), 2).error; }
  std::string verify() {
    auto index = readIndex(path);
    llvm::Error error = index ? verifyCheckpoint(*index) : index.takeError();
    return error ? llvm::toString(std::move(error)) : "";
  }
  std::vector<TestTensor> wanted() {
    std::vector<TestTensor> result = tensors;
    result[0].layout = "unsharded,x";
    return result;
  }

  TestFolder folder;
  std::string path = folder / "saved";
  std::string file = path + "/shard-00001-model-00001-of-00001.safetensors";
  std::vector<TestTensor> tensors = {
      makeTestTensor("w", "bfloat16", {9, 5}, "x=2", "x,unsharded"),
      makeTestTensor("flags", "bool", {7}, "x=2", "unsharded", 5)};
};
} // namespace

TEST_F(Damage, EveryBitOfAFile) {
  std::string contents = readTestFile(file);
  for (size_t at = 0; at < contents.size(); ++at) {
    std::string changed = contents;
    changed[at] ^= 1 << at % 8;
    writeTestFile(file, changed);
    std::string error = load();
    EXPECT_NE(error.find(file), std::string::npos) << at << ": " << error;
    EXPECT_NE(error.find("is damaged"), std::string::npos) << error;
    EXPECT_NE(verify(), "");
  }
  writeTestFile(file, contents);
  EXPECT_EQ(load(), "");
}

TEST_F(Damage, EveryLengthOfAFile) {
  std::string contents = readTestFile(file);
  for (size_t size = 0; size < contents.size(); ++size) {
    writeTestFile(file, contents.substr(0, size));
    EXPECT_EQ(load(), "'" + file + "' is cut short: required " +
                          std::to_string(contents.size()) + " bytes, found " +
                          std::to_string(size));
  }
  writeTestFile(file, contents + "x");
  EXPECT_EQ(load(), "'" + file + "' is another file: required " +
                        std::to_string(contents.size()) + " bytes, found " +
                        std::to_string(contents.size() + 1));
}

TEST_F(Damage, MissingAndForeignFiles) {
  std::string other = path + "/shard-00002-model-00001-of-00001.safetensors";
  std::string contents = readTestFile(file);
  unlink(file.c_str());
  EXPECT_EQ(load(), "'" + file + "': No such file or directory");
  writeTestFile(file, readTestFile(other));
  EXPECT_NE(load().find("is another file"), std::string::npos) << load();
  writeTestFile(file, std::string(contents.size(), '\0'));
  EXPECT_NE(load().find("is damaged, or another file"), std::string::npos);
  writeTestFile(file, contents);
  // The same tensors at another time.
  std::string index = readTestFile(path + "/dtensor.index.json");
  std::vector<TestTensor> later = tensors;
  later[0] = makeTestTensor("w", "bfloat16", {9, 5}, "x=2", "x,unsharded", 77);
  ASSERT_EQ(saveTensors(path, later, 2), "");
  writeTestFile(path + "/dtensor.index.json", index);
  EXPECT_NE(load().find("the elements of tensor 'w' are not those that were "
                        "saved"),
            std::string::npos);
}

TEST_F(Damage, WithoutTheIndex) {
  std::string index = path + "/dtensor.index.json";
  std::string contents = readTestFile(index);
  unlink(index.c_str());
  EXPECT_NE(load().find("is a part of a checkpoint: required "
                        "'dtensor.index.json' beside it, found none"),
            std::string::npos)
      << load();
  writeTestFile(index, contents.substr(0, 100));
  EXPECT_EQ(load(), "'" + index + "': the index is cut short or damaged");
  EXPECT_EQ(loadTensors(folder / "none", tensors).error,
            "'" + (folder / "none") + "': there is no checkpoint");
}

/// A process that may write files of so many bytes only.
static std::string saveWithLimit(const std::string &path,
                                 const std::vector<TestTensor> &tensors,
                                 rlim_t bytes) {
  int pipes[2];
  EXPECT_EQ(pipe(pipes), 0);
  pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{bytes, bytes};
    setrlimit(RLIMIT_FSIZE, &limit);
    std::string error = saveTensors(path, tensors, 1, {}, /*numThreads=*/1);
    ssize_t written = write(pipes[1], error.data(), error.size());
    _exit(written < 0);
  }
  close(pipes[1]);
  std::string error;
  char buffer[256];
  for (ssize_t count; (count = read(pipes[0], buffer, sizeof(buffer))) > 0;)
    error.append(buffer, count);
  close(pipes[0]);
  int status;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  return error;
}

TEST_F(Damage, NoSpace) {
  std::vector<TestTensor> large = {
      makeTestTensor("w", "uint8", {1 << 16}, "x=2", "x")};
  for (rlim_t bytes : {0, 100, 1000, 30000}) {
    std::string error = saveWithLimit(path, large, bytes);
    EXPECT_NE(error.find(bytes < 1000 ? "dtensor.unfinished': File too large"
                                      : ".safetensors': File too large"),
              std::string::npos)
        << bytes << ": " << error;
    // Nothing is lost, and nothing is left.
    EXPECT_EQ(load(), "");
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  }
  EXPECT_EQ(saveWithLimit(path, large, 1 << 20), "");
  expectLoads(path, large);
}

TEST_F(Damage, OtherFoldersAreKept) {
  std::string notes = folder / "notes";
  std::filesystem::create_directory(notes);
  writeTestFile(notes + "/diary.txt", "dear diary");
  EXPECT_EQ(saveTensors(notes, tensors),
            "'" + std::filesystem::canonical(notes).string() +
                "': required a new path or a checkpoint, found 'diary.txt', "
                "which is no part of one; nothing was changed");
  std::string model = folder / "model";
  std::filesystem::create_directory(model);
  writeTestFile(model + "/model.safetensors", "weights");
  EXPECT_NE(saveTensors(model, tensors).find("of another program"),
            std::string::npos);
  EXPECT_EQ(readTestFile(model + "/model.safetensors"), "weights");
  EXPECT_NE(saveTensors(notes + "/diary.txt", tensors).find("found a file"),
            std::string::npos);
  // An empty folder is no loss.
  std::filesystem::create_directory(folder / "empty");
  EXPECT_EQ(saveTensors(folder / "empty", tensors), "");
  // A link stays one.
  std::filesystem::create_directory_symlink("empty", folder / "link");
  EXPECT_EQ(saveTensors(folder / "link", tensors), "");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  expectLoads(folder / "empty", tensors);
}

TEST_F(Damage, FoldersOfTheUserAreKept) {
  std::vector<TestTensor> later = tensors;
  later[0] = makeTestTensor("w", "bfloat16", {9, 5}, "x=2", "x,unsharded", 77);
  // What a save calls `.old` may be what the user calls so.
  std::filesystem::rename(path, path + ".old");
  EXPECT_EQ(load(), "'" + path + "': there is no checkpoint");
  ASSERT_EQ(saveTensors(path, later), "");
  expectLoads(path, later);
  expectLoads(path + ".old", tensors);
  ASSERT_EQ(saveTensors(path, tensors), "");
  expectLoads(path + ".old", tensors);
  // Without an exchange, the place is needed.
  {
    CheckpointFolder unfinished(path, /*mayExchange=*/false);
    ASSERT_FALSE(llvm::errorToBool(unfinished.create()));
    std::string error = llvm::toString(unfinished.commit());
    EXPECT_EQ(error, "'" + path +
                         ".old': required nothing at this path, to which the "
                         "old checkpoint is moved while the new one gets its "
                         "place, found something that no save has left");
    unfinished.discard();
  }
  expectLoads(path, tensors);
  expectLoads(path + ".old", tensors);

  // So may `.part`, with a checkpoint or with files of others.
  std::filesystem::rename(path + ".old", path + ".part");
  std::string refused =
      "'" + path +
      ".part': required nothing at this path, where a save writes before it "
      "moves the files to their place, found something that no save has left; "
      "nothing was changed";
  EXPECT_EQ(saveTensors(path, later), refused);
  expectLoads(path + ".part", tensors);
  std::filesystem::remove_all(path + ".part");
  std::filesystem::create_directory(path + ".part");
  writeTestFile(path + ".part/model.safetensors", "weights");
  EXPECT_EQ(saveTensors(path, later), refused);
  EXPECT_EQ(readTestFile(path + ".part/model.safetensors"), "weights");
  expectLoads(path, tensors);
}

TEST_F(Damage, LeftoversAreNoCheckpoints) {
  // A removal that was interrupted.
  std::filesystem::rename(path + "/dtensor.index.json",
                          path + "/dtensor.unfinished");
  EXPECT_EQ(load(),
            "'" + path +
                "' is no checkpoint: an interrupted save or removal has left "
                "it");
  ASSERT_EQ(saveTensors(path, tensors), "");
  EXPECT_EQ(load(), "");
  EXPECT_FALSE(std::filesystem::exists(path + "/dtensor.unfinished"));
}

TEST_F(Damage, InterruptedBehindALink) {
  std::string link = folder / "link";
  std::filesystem::create_directory_symlink("saved", link);
  std::filesystem::rename(path, path + ".old");
  writeTestFile(path + ".old/dtensor.unfinished", "");
  expectLoads(link, tensors);
  ASSERT_EQ(saveTensors(link, tensors), "");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  expectLoads(path, tensors);
  EXPECT_FALSE(std::filesystem::exists(path + ".old"));
}

TEST_F(Damage, SizesAreCheckedBeforeMemoryIsAllocated) {
  CheckpointIndex index = llvm::cantFail(readIndex(path));
  const SavedTensor &tensor = index.tensors.at("w");
  Box whole = getWholeBox(tensor.shape);
  EXPECT_FALSE(llvm::errorToBool(checkFileSizes(index, tensor, whole)));
  // Tensors as large as somebody has written.
  index.files[0].size = int64_t(1) << 45;
  llvm::Error error = checkFileSizes(index, tensor, whole);
  EXPECT_NE(llvm::toString(std::move(error)).find("is cut short: required"),
            std::string::npos);
  // The rows of the other file.
  EXPECT_FALSE(
      llvm::errorToBool(checkFileSizes(index, tensor, {{6, 3}, {0, 5}})));
}
