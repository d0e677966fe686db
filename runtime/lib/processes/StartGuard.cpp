//===- StartGuard.cpp - Notice of others before they have met -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StartGuard.h"
#include "EndProcess.h"
#include "Siblings.h"

#include <csignal>

using namespace dtensor::runtime;

/// The time between two looks.
static constexpr std::chrono::milliseconds kLook{100};

StartGuard::StartGuard(double seconds) : seconds(seconds) {
  // Signals are for the threads of the program.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    thread = std::thread([this] { run(); });
  } catch (const std::system_error &) {
    // The channel, which needs a thread as well, will report it.
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

StartGuard::~StartGuard() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isOver = true;
  }
  changed.notify_all();
  if (thread.joinable())
    thread.join();
}

/// `60`, `2.5`.
static std::string print(double seconds) {
  char text[32];
  snprintf(text, sizeof(text), "%g", seconds);
  return text;
}

void StartGuard::run() {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now(), last = start;
  Siblings siblings;
  siblings.look();
  std::unique_lock<std::mutex> lock(mutex);
  while (!changed.wait_for(lock, kLook, [&] { return isOver; })) {
    Clock::time_point now = Clock::now();
    // The time for which this process itself was stopped does not count.
    if (now - last > 10 * kLook)
      start += now - last;
    last = now;
    siblings.look();
    if (std::string lost = siblings.describeLost(); !lost.empty())
      endProcess(lost);
    if (seconds > 0 &&
        std::chrono::duration<double>(now - start).count() > seconds)
      endProcess("watchdog: not all processes have come to the start within " +
                 print(seconds) + " s" + siblings.describeStopped());
  }
}
