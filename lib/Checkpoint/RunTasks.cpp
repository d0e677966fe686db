//===- RunTasks.cpp - Tasks of several threads ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/RunTasks.h"
#include "llvm/Support/Threading.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace dtensor {

llvm::Error runTasks(int64_t count, unsigned numThreads,
                     llvm::function_ref<llvm::Error(int64_t, unsigned)> run) {
  std::mutex mutex;
  std::optional<std::string> problem;
  std::atomic<bool> hasFailed{false};
  std::atomic<int64_t> next{0};
  auto work = [&](unsigned thread) {
    for (int64_t task; !hasFailed && (task = next++) < count;)
      if (llvm::Error error = run(task, thread)) {
        std::lock_guard<std::mutex> lock(mutex);
        hasFailed = true;
        problem = llvm::toString(std::move(error));
      }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < std::min<int64_t>(numThreads, count); ++i)
    threads.emplace_back(work, i);
  work(0);
  for (std::thread &thread : threads)
    thread.join();
  return problem ? llvm::createStringError(*problem) : llvm::Error::success();
}

unsigned getNumFileThreads() {
  constexpr unsigned kMost = 4;
  // The cores that this process may use, which a launcher may have limited.
  return std::min(llvm::hardware_concurrency().compute_thread_count(), kMost);
}

} // namespace dtensor
