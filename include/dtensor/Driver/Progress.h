//===- Progress.h - The progress of a long run ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_PROGRESS_H
#define DTENSOR_DRIVER_PROGRESS_H

#include "dtensor/Driver/StatusLine.h"
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace dtensor {

/// A line on stderr, if that is a terminal, for steps that take long: the
/// current step, and the time that all steps have taken. A thread redraws it,
/// since some steps report nothing for minutes.
class Progress {
public:
  /// Nothing is shown in the first `patience` seconds.
  explicit Progress(double patience);
  ~Progress();

  void set(std::string newText);
  /// Sets the number of operations that the interpreter has done.
  void set(uint64_t operations);
  /// Removes the line to make room for other output.
  void hide();

private:
  using Clock = std::chrono::steady_clock;

  void tick();
  void draw();

  StatusLine line;
  Clock::time_point start = Clock::now(), lastCount = start;
  std::mutex mutex;
  std::condition_variable ended;
  bool isOver = false;
  std::string text;
  std::thread ticker;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_PROGRESS_H
