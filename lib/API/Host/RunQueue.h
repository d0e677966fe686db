//===- RunQueue.h - Runs take turns -----------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_HOST_RUNQUEUE_H
#define DTENSOR_LIB_API_HOST_RUNQUEUE_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace dt {

/// Runs tasks one after the other, in the order in which any threads give them.
/// A thread that waits for a task runs it, so that a call on an idle queue
/// changes no thread. A thread of the queue, which starts with the first task
/// that nobody waits for, runs those. Tasks do not throw.
class RunQueue {
public:
  /// `capacity` is the number of tasks that may wait.
  explicit RunQueue(int64_t capacity) : capacity(capacity) {}
  /// Waits for all tasks.
  ~RunQueue();

  /// Runs a task when its turn comes, and returns when it is done.
  void run(llvm::function_ref<void()> task);
  /// Has a task run when its turn comes. Waits while the queue is full.
  void post(std::function<void()> task);
  /// Waits until no task runs or waits.
  void wait();

private:
  struct Entry {
    /// Empty if a thread waits for its turn to run a task of its own.
    std::function<void()> task;
    std::condition_variable *turn = nullptr;
    bool *isTurn = nullptr;
  };

  /// Gives the turn to the next entry.
  void passOn();
  void start(Entry entry);
  void serve();

  const size_t capacity;
  std::mutex mutex;
  std::deque<Entry> entries;
  /// Whether a task runs, or may run next.
  bool isBusy = false;
  /// The task that the queue's thread is to run.
  std::function<void()> current;
  bool isEnding = false;
  std::condition_variable hasCurrent, hasSpace, isIdle;
  std::thread thread;
};

} // namespace dt

#endif // DTENSOR_LIB_API_HOST_RUNQUEUE_H
