//===- KillTest.cpp - A save that is killed -------------------------------===//
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
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dtensor;

namespace {
/// Saves over an old checkpoint in a process that is killed when it enters the
/// call of the system with this number. Returns whether it came so far, or
/// nothing if processes cannot be traced here.
std::optional<bool> saveKilled(const std::function<bool()> &save, int call) {
  pid_t child = fork();
  if (child == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
      _exit(3);
    raise(SIGSTOP);
    _exit(save() ? 0 : 2);
  }
  int status;
  waitpid(child, &status, 0);
  if (!WIFSTOPPED(status))
    return std::nullopt;
  bool isEntered = false;
  for (int count = 0; true;) {
    ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
    waitpid(child, &status, 0);
    if (WIFEXITED(status)) {
      EXPECT_EQ(WEXITSTATUS(status), 0);
      return false;
    }
    isEntered = !isEntered;
    if (!isEntered || count++ < call)
      continue;
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return true;
  }
}

std::vector<TestTensor> makeTensors(uint64_t seed) {
  return {makeTestTensor("w", "float32", {6, 5}, "x=2", "x,unsharded", seed),
          makeTestTensor("step", "int64", {}, "", "", seed)};
}

bool equals(const LoadResult &result, const std::vector<TestTensor> &tensors) {
  for (const TestTensor &tensor : tensors)
    if (result.tensors.at(tensor.name).getBytes() != tensor.whole->getBytes())
      return false;
  return true;
}

/// Kills saves at every call. `hasOld` says whether there is an old checkpoint.
/// Several processes take their steps in turns.
void killEverywhere(bool hasOld, int64_t numProcesses = 1) {
  std::vector<TestTensor> old = makeTensors(1), now = makeTensors(2);
  int numOld = 0, numNew = 0;
  for (int call = 0;; ++call) {
    TestFolder folder;
    std::string path = folder / "saved";
    if (hasOld)
      ASSERT_EQ(saveTensors(path, old), "");
    std::optional<bool> isKilled = saveKilled(
        [&] { return saveTensors(path, now, numProcesses, {}, 1).empty(); },
        call);
    if (!isKilled)
      GTEST_SKIP() << "processes cannot be traced";
    // The old one or the new one is whole.
    LoadResult result = loadTensors(path, old);
    if (result.error.empty()) {
      ASSERT_TRUE(equals(result, old) != equals(result, now)) << call;
      (equals(result, old) ? numOld : numNew) += 1;
    } else {
      ASSERT_FALSE(hasOld) << call << ": " << result.error;
      EXPECT_EQ(result.error, "'" + path + "': there is no checkpoint");
      ++numOld;
    }
    // Whatever is left does not hinder the next save, which removes it.
    ASSERT_EQ(saveTensors(path, now), "") << call;
    expectLoads(path, now);
    int entries = 0;
    for (auto &entry : std::filesystem::directory_iterator(folder.path)) {
      (void)entry;
      ++entries;
    }
    EXPECT_EQ(entries, 1) << call;
    if (!*isKilled)
      break;
  }
  testing::Test::RecordProperty("old", numOld);
  testing::Test::RecordProperty("new", numNew);
  EXPECT_GT(numOld, 10);
  EXPECT_GT(numNew, hasOld ? 3 : 1);
}
} // namespace

TEST(Kill, EveryCallOfASaveOverAnother) { killEverywhere(/*hasOld=*/true); }

TEST(Kill, EveryCallOfAFirstSave) { killEverywhere(/*hasOld=*/false); }

TEST(Kill, EveryCallOfSeveralProcesses) {
  killEverywhere(/*hasOld=*/true, /*numProcesses=*/2);
}

/// Where folders cannot be exchanged, the last steps are two renames.
TEST(Kill, WithoutExchange) {
  std::vector<TestTensor> old = makeTensors(1), now = makeTensors(2);
  for (int call = 0;; ++call) {
    TestFolder folder;
    std::string path = folder / "saved";
    ASSERT_EQ(saveTensors(path, old), "");
    ASSERT_EQ(saveTensors(folder / "other", now), "");
    std::optional<bool> isKilled = saveKilled(
        [&] {
          CheckpointFolder unfinished(path, /*mayExchange=*/false);
          if (llvm::errorToBool(unfinished.create()))
            return false;
          for (auto &entry :
               std::filesystem::directory_iterator(folder / "other"))
            std::filesystem::copy_file(
                entry.path(),
                std::filesystem::path(unfinished.getUnfinished()) /
                    entry.path().filename());
          return !llvm::errorToBool(unfinished.commit());
        },
        call);
    if (!isKilled)
      GTEST_SKIP() << "processes cannot be traced";
    LoadResult result = loadTensors(path, old);
    ASSERT_EQ(result.error, "") << call;
    ASSERT_TRUE(equals(result, old) != equals(result, now)) << call;
    ASSERT_EQ(saveTensors(path, now), "") << call;
    expectLoads(path, now);
    if (!*isKilled)
      break;
  }
}
