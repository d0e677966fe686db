//===- FullDiskTest.cpp - Saves to a disk that is full --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checkpoints.h"
#include "DiskCalls.h"

#include "gtest/gtest.h"
#include <filesystem>
#include <fstream>
#include <sched.h>
#include <set>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dtensor;

static std::vector<TestTensor> makeTensors(uint64_t seed) {
  return {makeTestTensor("w", "uint8", {24000}, "x=2", "x", seed),
          makeTestTensor("step", "int64", {}, "", "", seed)};
}

static bool equals(const LoadResult &result,
                   const std::vector<TestTensor> &tensors) {
  if (!result.error.empty())
    return false;
  for (const TestTensor &tensor : tensors)
    if (result.tensors.at(tensor.name).getBytes() != tensor.whole->getBytes())
      return false;
  return true;
}

/// Fails a call of the system, alone or with all later ones, at each place of a
/// save. The old checkpoint or the new one is whole, and the error names a
/// file.
static void fillEverywhere(bool isFullFromThen) {
  std::vector<TestTensor> old = makeTensors(1), now = makeTensors(2);
  std::map<std::string, int> failed;
  for (int64_t call = 0;; ++call) {
    TestFolder folder;
    std::string path = folder / "saved";
    ASSERT_EQ(saveTensors(path, old), "");
    DiskCalls::failAt(call, isFullFromThen);
    std::string error = saveTensors(path, now, 1, {}, /*numThreads=*/1);
    std::optional<std::string> name = DiskCalls::stop();
    LoadResult result = loadTensors(path, old);
    if (!name) {
      EXPECT_EQ(error, "");
      EXPECT_TRUE(equals(result, now));
      break;
    }
    ++failed[*name];
    EXPECT_NE(error.find("No space left on device"), std::string::npos)
        << call << " " << *name << ": " << error;
    EXPECT_EQ(error.substr(0, folder.path.size() + 1), "'" + folder.path)
        << call << " " << *name;
    EXPECT_TRUE(equals(result, old) || equals(result, now))
        << call << " " << *name << ": " << result.error;
    // After an error, the old one is not lost.
    EXPECT_TRUE(equals(result, old) ||
                equals(loadTensors(path + ".part", old), old))
        << call << " " << *name;
    EXPECT_EQ(saveTensors(path, now), "") << call << " " << *name;
    expectLoads(path, now);
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
  }
  for (const char *name : {"open", "mkdir", "fallocate", "pwrite",
                           "sync_file_range", "fsync", "renameat2"}) {
    EXPECT_GT(failed[name], 0) << name;
    testing::Test::RecordProperty(name, failed[name]);
  }
}

TEST(FullDisk, OneCallFails) { fillEverywhere(/*isFullFromThen=*/false); }

TEST(FullDisk, AllLaterCallsFail) { fillEverywhere(/*isFullFromThen=*/true); }

/// The names of new folders are on the disk as well.
TEST(FullDisk, FoldersAbove) {
  std::set<std::string> synced;
  for (int64_t call = 0;; ++call) {
    TestFolder folder;
    DiskCalls::failAt(call, /*isFullFromThen=*/false);
    std::string error =
        saveTensors(folder / "a/b/saved", makeTensors(1), 1, {}, 1);
    std::optional<std::string> name = DiskCalls::stop();
    if (!name)
      break;
    if (*name == "fsync")
      synced.insert(error.substr(folder.path.size() + 1,
                                 error.find("':") - folder.path.size() - 1));
  }
  for (const char *each : {"", "/a", "/a/b"})
    EXPECT_EQ(synced.count(each), 1u) << each;
}

namespace {
/// What a limit of a file system counts.
struct Limit {
  const char *option;
  int64_t unit;
  int64_t (*getUsed)(const struct statvfs &status);
};
} // namespace

/// Saves over an old checkpoint in a small file system of its own, with more
/// and more room until there is enough. Returns what is wrong, or nothing, and
/// adds the files of the errors.
static std::string saveWithMoreAndMore(const std::string &place,
                                       const Limit &limit,
                                       std::set<std::string> &files) {
  std::vector<TestTensor> old = makeTensors(1), now = makeTensors(2);
  std::string path = place + "/saved";
  if (std::string error = saveTensors(path, old); !error.empty())
    return error;
  struct statvfs status;
  if (statvfs(place.c_str(), &status) != 0)
    return "statvfs failed";
  int64_t used = limit.getUsed(status);
  for (int64_t more = 0; more < 100; ++more) {
    std::string option =
        limit.option + std::to_string((used + more) * limit.unit);
    if (mount("none", place.c_str(), "tmpfs", MS_REMOUNT, option.c_str()) != 0)
      return option + ": cannot be mounted";
    std::string error = saveTensors(path, now, 1, {}, /*numThreads=*/2);
    if (error.empty())
      return equals(loadTensors(path, now), now) ? "" : "the new one is wrong";
    if (!equals(loadTensors(path, old), old))
      return option + ": the old one is not whole, after: " + error;
    if (error.find("No space left on device") == std::string::npos ||
        std::filesystem::exists(path + ".part"))
      return option + ": " + error;
    // The name between the last slash and the quotation mark.
    std::string name = error.substr(0, error.find("':"));
    files.insert(name.substr(name.rfind('/') + 1));
  }
  return "there is never enough room";
}

static void saveInSmallFileSystem(const Limit &limit,
                                  const std::set<std::string> &required) {
  TestFolder folder;
  int pipes[2];
  ASSERT_EQ(pipe(pipes), 0);
  constexpr int kNotPermitted = 77;
  pid_t child = fork();
  if (child == 0) {
    if (unshare(geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) !=
            0 ||
        mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount("none", folder.path.c_str(), "tmpfs", 0, "size=4m") != 0)
      _exit(kNotPermitted);
    std::set<std::string> files;
    std::string text = saveWithMoreAndMore(folder.path, limit, files);
    text += "\n";
    for (const std::string &file : files)
      text += file + "\n";
    ssize_t written = write(pipes[1], text.data(), text.size());
    _exit(written < 0);
  }
  close(pipes[1]);
  std::string text;
  char buffer[256];
  for (ssize_t count; (count = read(pipes[0], buffer, sizeof(buffer))) > 0;)
    text.append(buffer, count);
  close(pipes[0]);
  int status;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNotPermitted)
    GTEST_SKIP() << "file systems cannot be mounted";
  ASSERT_EQ(status, 0);
  std::istringstream lines(text);
  std::string problem;
  std::getline(lines, problem);
  EXPECT_EQ(problem, "");
  std::set<std::string> files;
  for (std::string file; std::getline(lines, file);)
    files.insert(file);
  EXPECT_EQ(files, required);
}

TEST(FullDisk, BytesOfAFileSystem) {
  saveInSmallFileSystem(
      {"size=", 4096,
       [](const struct statvfs &status) {
         return static_cast<int64_t>(status.f_blocks - status.f_bfree);
       }},
      {"dtensor.unfinished", "shard-00001-model-00001-of-00001.safetensors",
       "shard-00002-model-00001-of-00001.safetensors", "dtensor.index.json"});
}

TEST(FullDisk, FilesOfAFileSystem) {
  saveInSmallFileSystem(
      {"nr_inodes=", 1,
       [](const struct statvfs &status) {
         return static_cast<int64_t>(status.f_files - status.f_ffree);
       }},
      {"saved.part", "dtensor.unfinished",
       "shard-00001-model-00001-of-00001.safetensors",
       "shard-00002-model-00001-of-00001.safetensors", "dtensor.index.json"});
}
