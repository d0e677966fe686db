//===- Job.h - A job of forked processes ------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_RUNTIME_PROCESSES_JOB_H
#define DTENSOR_UNIT_RUNTIME_PROCESSES_JOB_H

#include "processes/Liveness.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>

namespace dtensor::runtime {

/// Forks processes, and is their launcher: it gives them memory in which they
/// exchange addresses, and tells them of processes that have ended before.
class Job {
public:
  using Clock = std::chrono::steady_clock;
  static constexpr int64_t kMaxProcesses = 16;

  /// The memory of one process that all others can see.
  struct Slot {
    std::atomic<int64_t> pid;
    std::atomic<int64_t> size;
    char bytes[4096];
    /// Written by the parent.
    std::atomic<bool> isDead;
    std::atomic<bool> hasJoined;
    std::atomic<bool> hasComeToEnd;
    std::atomic<bool> hasEnded;
    /// The rank that the first news is about; -1 without news.
    std::atomic<int64_t> newsAbout;
    std::atomic<News::Kind> newsKind;
    char newsText[256];
    /// For the body of a test.
    std::atomic<int64_t> note;
  };

  explicit Job(int64_t numProcesses) : numProcesses(numProcesses) {
    void *memory =
        mmap(nullptr, kMaxProcesses * sizeof(Slot), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    slots = static_cast<Slot *>(memory);
    for (int64_t rank = 0; rank < numProcesses; ++rank)
      slots[rank].newsAbout = -1;
  }
  ~Job() {
    for (int64_t rank = 0; rank < numProcesses; ++rank)
      if (!slots[rank].isDead && slots[rank].pid)
        kill(slots[rank].pid, SIGKILL);
    waitForAll(std::chrono::seconds(5));
    munmap(slots, kMaxProcesses * sizeof(Slot));
  }
  Job(const Job &) = delete;
  Job &operator=(const Job &) = delete;

  /// Starts all processes. Each is prepared, joins the channel, runs the body,
  /// comes to the end and exits: with 0, or with 1 at news.
  void start(const std::function<void(Liveness &, int64_t rank)> &body,
             const LivenessOptions &options = {},
             const std::function<void(int64_t rank)> &prepare = nullptr) {
    for (int64_t rank = 0; rank < numProcesses; ++rank) {
      pid_t pid = fork();
      if (pid == 0 && endsWithParent)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (pid == 0 && prepare)
        prepare(rank);
      if (pid == 0)
        runProcess(rank, body, options);
      slots[rank].pid = pid;
    }
  }

  /// Waits until all processes have ended. Returns whether they have within the
  /// time. Exit codes are 128 + the signal for killed processes.
  bool waitForAll(Clock::duration time) {
    Clock::time_point start = Clock::now();
    while (true) {
      int64_t numLive = 0;
      for (int64_t rank = 0; rank < numProcesses; ++rank) {
        Slot &slot = slots[rank];
        int status;
        if (!slot.isDead && slot.pid &&
            waitpid(slot.pid, &status, WNOHANG) == slot.pid) {
          codes[rank] = WIFSIGNALED(status) ? 128 + WTERMSIG(status)
                                            : WEXITSTATUS(status);
          slot.isDead = true;
        }
        numLive += !slot.isDead && slot.pid;
      }
      if (numLive == 0)
        return true;
      if (Clock::now() - start > time)
        return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  /// Waits for a state of the processes.
  bool waitFor(const std::function<bool()> &isReached,
               Clock::duration time = std::chrono::seconds(10)) {
    for (Clock::time_point start = Clock::now(); !isReached();) {
      if (Clock::now() - start > time)
        return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }
  bool waitUntilJoined() {
    return waitFor([&] {
      for (int64_t rank = 0; rank < numProcesses; ++rank)
        if (!slots[rank].hasJoined)
          return false;
      return true;
    });
  }

  const int64_t numProcesses;
  /// A process that waits for ever must not outlive a test that is ended from
  /// outside: it would keep the test's output open.
  bool endsWithParent = true;
  Slot *slots;
  int codes[kMaxProcesses] = {};

private:
  [[noreturn]] void
  runProcess(int64_t rank, const std::function<void(Liveness &, int64_t)> &body,
             LivenessOptions options) {
    Slot &own = slots[rank];
    options.rank = rank;
    options.numProcesses = numProcesses;
    options.devices = "device " + std::to_string(rank);
    auto onNews = [&own](const News &news) {
      own.newsKind = news.kind;
      strncpy(own.newsText, news.describe().c_str(), sizeof(own.newsText) - 1);
      own.newsAbout = news.about.rank;
      _exit(1);
    };
    std::string error;
    auto liveness = Liveness::start(
        options,
        [&](const std::string &bytes, const std::vector<int64_t> &ranks) {
          return exchange(rank, bytes, ranks);
        },
        onNews, error);
    // As a launcher would do it: the channel does not exist yet.
    if (!liveness)
      _exit(3);
    own.hasJoined = true;
    body(*liveness, rank);
    own.hasComeToEnd = true;
    if (!liveness->end())
      pause();
    own.hasEnded = true;
    liveness.reset();
    _exit(0);
  }

  std::vector<std::string> exchange(int64_t rank, const std::string &bytes,
                                    const std::vector<int64_t> &ranks) {
    if (bytes.size() > sizeof(slots[rank].bytes))
      return {};
    memcpy(slots[rank].bytes, bytes.data(), bytes.size());
    slots[rank].size = bytes.size();
    std::vector<std::string> theirs;
    for (int64_t other : ranks) {
      while (slots[other].size == 0) {
        // A neighbour has no address, so nobody can join.
        if (slots[other].isDead)
          return {};
        std::this_thread::sleep_for(std::chrono::microseconds(100));
      }
      theirs.emplace_back(slots[other].bytes, slots[other].size.load());
    }
    return theirs;
  }
};

} // namespace dtensor::runtime

#endif // DTENSOR_UNIT_RUNTIME_PROCESSES_JOB_H
