//===- Progress.h - How far the interpreter is ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_TOOLS_DTENSOR_RUN_PROGRESS_H
#define DTENSOR_TOOLS_DTENSOR_RUN_PROGRESS_H

#include <chrono>
#include <cstdint>

namespace dtensor {

/// A line on stderr, if that is a terminal, about what takes long. It is gone
/// when this is.
class Progress {
public:
  ~Progress();
  void show(uint64_t operations);

private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point start = Clock::now(), last = start;
  bool isShown = false;
};

} // namespace dtensor

#endif // DTENSOR_TOOLS_DTENSOR_RUN_PROGRESS_H
