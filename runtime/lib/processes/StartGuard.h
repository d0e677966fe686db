//===- StartGuard.h - Notice of others before they have met --- -*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_STARTGUARD_H
#define DTENSOR_RUNTIME_PROCESSES_STARTGUARD_H

#include <condition_variable>
#include <mutex>
#include <thread>

namespace dtensor::runtime {

/// Guards the time before the liveness channel exists. Meanwhile this process
/// waits for all others within functions of MPI, which wait for ever. It ends
/// with an error if another process of this host, or the launcher, has ended
/// meanwhile, and if not all have come after some time.
class StartGuard {
public:
  /// Without a limit if `seconds` is 0.
  explicit StartGuard(double seconds);
  /// All have come.
  ~StartGuard();

private:
  void run();

  const double seconds;
  std::mutex mutex;
  std::condition_variable changed;
  bool isOver = false;
  std::thread thread;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_STARTGUARD_H
