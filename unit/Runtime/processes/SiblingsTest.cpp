//===- SiblingsTest.cpp - Tests of what is known of a launcher ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "processes/Siblings.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dtensor::runtime;

namespace {
/// This process is the launcher: it starts `numIdle` processes that do nothing,
/// and one that looks `numLooks` times.
bool isSomeoneLost(int64_t numIdle, const char *promised, int64_t numLooks) {
  std::vector<pid_t> idle;
  for (int64_t i = 0; i < numIdle; ++i) {
    pid_t pid = fork();
    if (pid == 0) {
      pause();
      _exit(0);
    }
    idle.push_back(pid);
  }
  pid_t looker = fork();
  if (looker == 0) {
    setenv("MPI_LOCALNRANKS", promised, /*overwrite=*/1);
    Siblings siblings;
    for (int64_t i = 0; i < numLooks; ++i)
      siblings.look();
    std::string lost = siblings.describeLost();
    _exit(lost.find("was lost: the launcher starts ") != std::string::npos);
  }
  int status = 0;
  waitpid(looker, &status, 0);
  for (pid_t pid : idle) {
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
  }
  return WEXITSTATUS(status) == 1;
}
} // namespace

// A process may have ended before another one looks for the first time.
TEST(SiblingsTest, OneThatIsMissingIsLost) {
  EXPECT_TRUE(isSomeoneLost(0, "2", 10));
  EXPECT_TRUE(isSomeoneLost(2, "4", 10));
}

TEST(SiblingsTest, AllAreThere) {
  EXPECT_FALSE(isSomeoneLost(0, "1", 10));
  EXPECT_FALSE(isSomeoneLost(1, "2", 10));
  EXPECT_FALSE(isSomeoneLost(3, "2", 10));
}

// The launcher may be about to start others, or has not said how many.
TEST(SiblingsTest, NothingIsKnownYet) {
  EXPECT_FALSE(isSomeoneLost(0, "2", 3));
  EXPECT_FALSE(isSomeoneLost(0, "", 10));
}
