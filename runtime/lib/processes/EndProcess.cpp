//===- EndProcess.cpp - The end after an error of the job -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EndProcess.h"

#include <atomic>
#include <chrono>
#include <system_error>
#include <thread>
#include <unistd.h>

using namespace dtensor::runtime;

static constexpr std::chrono::milliseconds kLimit{700};

void dtensor::runtime::endProcess(const std::string &message,
                                  const std::function<void()> &last,
                                  int output) {
  static std::atomic_flag hasBegun;
  while (hasBegun.test_and_set())
    pause();
  try {
    std::thread([] {
      std::this_thread::sleep_for(kLimit);
      _exit(1);
    }).detach();
  } catch (const std::system_error &) {
    // Then there is no limit.
  }
  // One call, so that the lines of several processes do not mix.
  std::string line = "error: " + message + "\n";
  [[maybe_unused]] ssize_t count = write(output, line.data(), line.size());
  if (last)
    last();
  _exit(1);
}
