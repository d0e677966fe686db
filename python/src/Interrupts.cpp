//===- Interrupts.cpp - Ctrl-C while a program runs -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interrupts.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <semaphore.h>
#include <thread>

using namespace dtensor::python;

namespace {
/// A thread that ends runs. A signal handler can do little by itself.
class Watcher {
public:
  /// The only one. It is never destroyed, because its thread never ends.
  static Watcher &get() {
    static auto *watcher = new Watcher();
    return *watcher;
  }

  void begin(const dt::Context &newContext) {
    std::lock_guard<std::mutex> lock(mutex);
    pressed = false;
    context = &newContext;
  }
  void end() {
    std::lock_guard<std::mutex> lock(mutex);
    context = nullptr;
  }

  /// Called by the signal handler.
  void press() {
    pressed = true;
    sem_post(&wake);
  }
  bool wasPressed() const { return pressed; }

private:
  Watcher() {
    sem_init(&wake, 0, 0);
    std::thread([this] { watch(); }).detach();
  }

  void watch() {
    while (true) {
      while (sem_wait(&wake) != 0) {
      }
      // A run that has just begun may miss an interruption.
      for (int64_t tries = 0; interrupt(); ++tries) {
        if (tries == kPatience)
          tell();
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    }
  }

  bool interrupt() {
    std::lock_guard<std::mutex> lock(mutex);
    if (!context || !pressed)
      return false;
    context->interrupt();
    return true;
  }

  /// Says why nothing ends.
  void tell() {
    std::lock_guard<std::mutex> lock(mutex);
    std::string name = context ? context->running() : "";
    if (name.empty())
      std::fputs("dtensor: Ctrl-C ends the call as soon as its program is "
                 "compiled; Ctrl-\\ ends the process\n",
                 stderr);
    else
      std::fprintf(stderr,
                   "dtensor: Ctrl-C ends '%s' as soon as its devices wait for "
                   "each other, and they compute; Ctrl-\\ ends the process\n",
                   name.c_str());
  }

  /// The number of tries before the user is told, in a second.
  static constexpr int64_t kPatience = 100;

  std::mutex mutex;
  const dt::Context *context = nullptr;
  std::atomic<bool> pressed{false};
  sem_t wake;
};
} // namespace

static struct sigaction previous;

static void handleSignal(int signal, siginfo_t *info, void *where) {
  Watcher::get().press();
  if (previous.sa_flags & SA_SIGINFO)
    previous.sa_sigaction(signal, info, where);
  else
    previous.sa_handler(signal);
}

/// The main thread is the one that imports the module, or Python would not get
/// signals either.
static std::thread::id mainThread;
static bool isGuarded = false;

InterruptGuard::InterruptGuard(const dt::Context &context) : isActive(false) {
  if (std::this_thread::get_id() != mainThread || isGuarded)
    return;
  struct sigaction ours = {};
  ours.sa_sigaction = handleSignal;
  ours.sa_flags = SA_SIGINFO;
  Watcher::get().begin(context);
  sigaction(SIGINT, &ours, &previous);
  bool isHandled =
      previous.sa_flags & SA_SIGINFO
          ? previous.sa_sigaction != nullptr
          : previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN;
  if (!isHandled) {
    sigaction(SIGINT, &previous, nullptr);
    Watcher::get().end();
    return;
  }
  isActive = isGuarded = true;
}

InterruptGuard::~InterruptGuard() {
  if (!isActive)
    return;
  sigaction(SIGINT, &previous, nullptr);
  Watcher::get().end();
  isGuarded = false;
}

bool InterruptGuard::wasInterrupted() const {
  return isActive && Watcher::get().wasPressed();
}

void dtensor::python::bindInterrupts(nb::module_ &) {
  mainThread = std::this_thread::get_id();
}
