//===- RunSome.h - Several processes at a time ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_RUNSOME_H
#define DTENSOR_DRIVER_RUNSOME_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>
#include <chrono>
#include <list>
#include <optional>
#include <thread>

namespace dtensor {

/// Keeps up to `jobs` of the jobs that `start` returns running, until it
/// returns nothing and all have ended. `poll` returns whether a job is still
/// running. The calling thread sleeps between two rounds of polling.
template <typename Running>
void runSome(unsigned jobs, llvm::function_ref<std::optional<Running>()> start,
             llvm::function_ref<bool(Running &)> poll) {
  std::list<Running> running;
  bool hasMore = true;
  while (true) {
    while (hasMore && running.size() < std::max(1u, jobs)) {
      std::optional<Running> next = start();
      hasMore = next.has_value();
      if (next)
        running.push_back(std::move(*next));
    }
    if (running.empty())
      return;
    for (auto it = running.begin(); it != running.end();)
      it = poll(*it) ? std::next(it) : running.erase(it);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

} // namespace dtensor

#endif // DTENSOR_DRIVER_RUNSOME_H
