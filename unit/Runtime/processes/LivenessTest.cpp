//===- LivenessTest.cpp - Tests of the liveness channel -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job.h"

#include "processes/EndProcess.h"
#include "processes/Sentinel.h"

#include <poll.h>
#include <random>

using namespace dtensor::runtime;
using namespace std::chrono_literals;

static void sleepFor(Job::Clock::duration time) {
  std::this_thread::sleep_for(time);
}

TEST(LivenessTest, AllEndWell) {
  for (int64_t numProcesses : {1, 2, 3, 4, 7, 12}) {
    Job job(numProcesses);
    // Processes that come to the end early are not lost.
    job.start([](Liveness &, int64_t rank) { sleepFor(rank * 10ms); });
    ASSERT_TRUE(job.waitForAll(20s)) << numProcesses;
    for (int64_t rank = 0; rank < numProcesses; ++rank)
      EXPECT_EQ(job.codes[rank], 0)
          << rank << " of " << numProcesses << ": " << job.slots[rank].newsText;
  }
}

TEST(LivenessTest, ErrorIsTold) {
  Job job(6);
  job.start([&](Liveness &liveness, int64_t rank) {
    if (rank != 4)
      pause();
    while (!std::all_of(job.slots, job.slots + 6,
                        [](Job::Slot &slot) { return slot.hasJoined.load(); }))
      sleepFor(1ms);
    liveness.fail("device 4: a.mlir:7: index out of bounds");
    _exit(1);
  });
  ASSERT_TRUE(job.waitForAll(10s));
  for (int64_t rank = 0; rank < 6; ++rank) {
    EXPECT_EQ(job.codes[rank], 1);
    if (rank == 4)
      continue;
    EXPECT_EQ(job.slots[rank].newsAbout, 4);
    EXPECT_EQ(job.slots[rank].newsKind, News::Kind::Failed);
    std::string text = job.slots[rank].newsText;
    EXPECT_EQ(text.find("process 4 (host "), 0u) << text;
    EXPECT_NE(
        text.find("device 4) failed: device 4: a.mlir:7: index out of bounds"),
        std::string::npos)
        << text;
  }
}

TEST(LivenessTest, StoppedProcessDoesNotAnswer) {
  constexpr int64_t kStopped = 5;
  Job job(7);
  // Each notes the silent process that it knows of.
  job.start([&](Liveness &liveness, int64_t rank) {
    while (job.slots[0].note != 2) {
      std::vector<Silence> silences = liveness.getSilences();
      job.slots[rank].note = silences.size() == 1 &&
                             silences[0].about.rank == kStopped &&
                             silences[0].seconds >= 1;
      sleepFor(10ms);
    }
  });
  ASSERT_TRUE(job.waitUntilJoined());
  auto allNote = [&](bool value) {
    for (int64_t rank = 0; rank < 7; ++rank)
      if (rank != kStopped && job.slots[rank].note != value)
        return false;
    return true;
  };
  kill(job.slots[kStopped].pid, SIGSTOP);
  EXPECT_TRUE(job.waitFor([&] { return allNote(true); }, 4s));
  // A pause is no loss.
  kill(job.slots[kStopped].pid, SIGCONT);
  EXPECT_TRUE(job.waitFor([&] { return allNote(false); }, 4s));
  for (int64_t rank = 0; rank < 7; ++rank)
    EXPECT_FALSE(job.slots[rank].isDead);
  kill(job.slots[3].pid, SIGKILL);
  ASSERT_TRUE(job.waitForAll(1s));
  EXPECT_EQ(job.codes[kStopped], 1);
}

/// Also when the others are at the end already.
TEST(LivenessTest, SilenceHasALimit) {
  constexpr int64_t kStopped = 3;
  for (bool isEnding : {false, true}) {
    Job job(5);
    LivenessOptions options;
    options.silenceSeconds = 1.5;
    job.start(
        [&](Liveness &, int64_t rank) {
          if (!isEnding || rank == kStopped)
            pause();
        },
        options);
    ASSERT_TRUE(job.waitUntilJoined());
    kill(job.slots[kStopped].pid, SIGSTOP);
    auto all = [&](auto isReached) {
      for (int64_t rank = 0; rank < 5; ++rank)
        if (rank != kStopped && !isReached(job.slots[rank]))
          return false;
      return true;
    };
    EXPECT_TRUE(job.waitFor(
        [&] {
          return all([](Job::Slot &slot) { return slot.newsAbout >= 0; });
        },
        4s));
    EXPECT_TRUE(all([](Job::Slot &slot) {
      return slot.newsAbout == kStopped &&
             slot.newsKind == News::Kind::Silent &&
             std::string(slot.newsText).find("does not answer since 1 s") !=
                 std::string::npos;
    })) << job.slots[0].newsText;
  }
}

TEST(LivenessTest, LossIsNoticedAlthoughAChildHasTheSockets) {
  Job job(3);
  job.start([&](Liveness &, int64_t rank) {
    if (rank == 1) {
      pid_t child = fork();
      if (child == 0) {
        sleepFor(3s);
        _exit(0);
      }
      job.slots[1].note = 1;
    }
    pause();
  });
  ASSERT_TRUE(job.waitFor([&] { return job.slots[1].note == 1; }));
  ASSERT_TRUE(job.waitUntilJoined());
  kill(job.slots[1].pid, SIGKILL);
  ASSERT_TRUE(job.waitForAll(1s));
  EXPECT_EQ(job.slots[0].newsAbout, 1);
  EXPECT_EQ(job.slots[2].newsAbout, 1);
}

TEST(LivenessTest, EndOfTheLauncherEndsTheJob) {
  Job job(4);
  // A process between this one and the job is the launcher.
  pid_t launcher = fork();
  if (launcher == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    job.endsWithParent = false;
    LivenessOptions options;
    options.watchLauncher = true;
    job.start([](Liveness &, int64_t) { pause(); }, options);
    pause();
  }
  ASSERT_TRUE(job.waitUntilJoined());
  kill(launcher, SIGKILL);
  waitpid(launcher, nullptr, 0);
  EXPECT_TRUE(job.waitFor(
      [&] {
        return std::all_of(job.slots, job.slots + 4,
                           [](Job::Slot &slot) { return slot.newsAbout >= 0; });
      },
      1s));
  EXPECT_EQ(job.slots[2].newsKind, News::Kind::LauncherLost);
  for (int64_t rank = 0; rank < 4; ++rank)
    job.slots[rank].pid = 0;
}

/// Of the tests: nothing is left of one that is ended from outside.
TEST(JobTest, ProcessesEndWithTheTest) {
  Job job(3);
  pid_t program = fork();
  if (program == 0) {
    job.start([](Liveness &, int64_t) { pause(); });
    pause();
  }
  ASSERT_TRUE(job.waitUntilJoined());
  std::vector<Descriptor> sentinels;
  for (int64_t rank = 0; rank < 3; ++rank)
    sentinels.push_back(watchProcess(job.slots[rank].pid));
  kill(program, SIGKILL);
  waitpid(program, nullptr, 0);
  for (Descriptor &sentinel : sentinels) {
    pollfd waiting{sentinel.get(), POLLIN, 0};
    EXPECT_EQ(poll(&waiting, 1, /*milliseconds=*/2000), 1);
  }
  for (int64_t rank = 0; rank < 3; ++rank)
    job.slots[rank].pid = 0;
}

/// The message is printed, and the code is 1, even if the last actions hang.
TEST(LivenessTest, EndProcessHasALimit) {
  EXPECT_EXIT(endProcess("process 2 was lost", [] { sleepFor(10s); }),
              testing::ExitedWithCode(1), "^error: process 2 was lost\n$");
}

/// Kills processes at any time: while they join, run, or come to the end. How
/// long they take to join depends on the machine's load, so the time is random
/// from the beginning, from when the victim has joined, or from its end.
TEST(LivenessTest, Kills) {
  int numTrials = getenv("DTENSOR_EXHAUSTIVE") ? 200 : 20;
  std::mt19937 random(18);
  int numJoining = 0, numRunning = 0, numEnding = 0;
  double slowest = 0;
  for (int trial = 0; trial < numTrials; ++trial) {
    int64_t numProcesses = 2 + random() % 7;
    int64_t victim = random() % numProcesses;
    int phase = trial % 3;
    auto delay =
        std::chrono::microseconds(random() % (phase == 2 ? 2000 : 10000));
    std::string context = "trial " + std::to_string(trial) + ": process " +
                          std::to_string(victim) + " of " +
                          std::to_string(numProcesses) + " after " +
                          std::to_string(delay.count()) + " us of phase " +
                          std::to_string(phase);
    Job job(numProcesses);
    // Half of them wait for the others at the end.
    job.start(
        [](Liveness &, int64_t rank) { sleepFor(rank % 2 == 0 ? 8ms : 18ms); });
    Job::Slot &slot = job.slots[victim];
    ASSERT_TRUE(job.waitFor([&] {
      return phase == 0 || (phase == 1 ? slot.hasJoined : slot.hasComeToEnd);
    })) << context;
    sleepFor(delay);
    kill(slot.pid, SIGKILL);
    Job::Clock::time_point killed = Job::Clock::now();
    ASSERT_TRUE(job.waitForAll(1s)) << context;
    slowest = std::max(
        slowest,
        std::chrono::duration<double>(Job::Clock::now() - killed).count());

    numJoining += !slot.hasJoined;
    numRunning += slot.hasJoined && !slot.hasComeToEnd;
    numEnding += slot.hasComeToEnd && !slot.hasEnded;
    for (int64_t rank = 0; rank < numProcesses; ++rank) {
      if (rank == victim)
        continue;
      int code = job.codes[rank];
      // The end of all is known to a process before it notes that.
      if (slot.hasEnded)
        EXPECT_EQ(code, 0) << context << ", " << rank;
      else if (!slot.hasComeToEnd)
        // Without addresses, nobody can join.
        EXPECT_TRUE(code == 1 || (code == 3 && !slot.hasJoined))
            << context << ", " << rank << ": " << code;
      // One that found no address has ended without notice as well.
      int64_t about = job.slots[rank].newsAbout;
      if (code == 1)
        EXPECT_TRUE(about == victim || (about >= 0 && job.codes[about] == 3))
            << context << ", " << rank << ": " << job.slots[rank].newsText;
    }
  }
  std::printf("killed while joining: %d, running: %d, ending: %d; the last "
              "survivor ended after %.3f s at most\n",
              numJoining, numRunning, numEnding, slowest);
  EXPECT_GT(numJoining, 0);
  EXPECT_GT(numRunning, 0);
  EXPECT_GT(numEnding, 0);
}

/// Several processes at once, as when a host fails.
TEST(LivenessTest, KillsOfHalfTheProcesses) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 10; ++trial) {
    Job job(9);
    job.start([](Liveness &, int64_t) { pause(); });
    ASSERT_TRUE(job.waitUntilJoined());
    std::vector<bool> isVictim(9);
    for (int i = 0; i < 4; ++i)
      isVictim[random() % 9] = true;
    for (int64_t rank = 0; rank < 9; ++rank)
      if (isVictim[rank])
        kill(job.slots[rank].pid, SIGKILL);
    ASSERT_TRUE(job.waitForAll(1s)) << trial;
    for (int64_t rank = 0; rank < 9; ++rank) {
      if (isVictim[rank])
        continue;
      EXPECT_EQ(job.codes[rank], 1);
      EXPECT_TRUE(isVictim[job.slots[rank].newsAbout]) << trial;
    }
  }
}
