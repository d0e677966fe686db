//===- RunQueue.cpp - Runs take turns -------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunQueue.h"

namespace dt {

RunQueue::~RunQueue() {
  wait();
  {
    std::lock_guard<std::mutex> lock(mutex);
    isEnding = true;
  }
  hasCurrent.notify_one();
  if (thread.joinable())
    thread.join();
}

void RunQueue::start(Entry entry) {
  if (entry.turn) {
    *entry.isTurn = true;
    entry.turn->notify_one();
    return;
  }
  current = std::move(entry.task);
  hasCurrent.notify_one();
}

void RunQueue::passOn() {
  if (entries.empty()) {
    isBusy = false;
    isIdle.notify_all();
    return;
  }
  Entry next = std::move(entries.front());
  entries.pop_front();
  hasSpace.notify_one();
  start(std::move(next));
}

void RunQueue::run(llvm::function_ref<void()> task) {
  std::unique_lock<std::mutex> lock(mutex);
  if (isBusy) {
    std::condition_variable turn;
    bool isTurn = false;
    entries.push_back({nullptr, &turn, &isTurn});
    turn.wait(lock, [&] { return isTurn; });
  }
  isBusy = true;
  lock.unlock();
  task();
  lock.lock();
  passOn();
}

void RunQueue::post(std::function<void()> task) {
  std::unique_lock<std::mutex> lock(mutex);
  hasSpace.wait(lock, [&] { return entries.size() < capacity; });
  if (!thread.joinable())
    thread = std::thread([this] { serve(); });
  Entry entry{std::move(task)};
  if (isBusy) {
    entries.push_back(std::move(entry));
    return;
  }
  isBusy = true;
  start(std::move(entry));
}

void RunQueue::wait() {
  std::unique_lock<std::mutex> lock(mutex);
  isIdle.wait(lock, [&] { return !isBusy; });
}

void RunQueue::serve() {
  std::unique_lock<std::mutex> lock(mutex);
  while (true) {
    hasCurrent.wait(lock, [&] { return current || isEnding; });
    if (!current)
      return;
    {
      std::function<void()> task = std::move(current);
      current = nullptr;
      lock.unlock();
      task();
      // The task's values go before others see that it is done.
    }
    lock.lock();
    passOn();
  }
}

} // namespace dt
