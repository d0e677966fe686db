//===- StatusLine.h - A line that is drawn anew -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_STATUSLINE_H
#define DTENSOR_DRIVER_STATUSLINE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <chrono>
#include <string>

namespace dtensor {

/// A line on stderr, if that is a terminal, about what takes long. It has no
/// thread, since some tools fork: somebody asks again and again.
class StatusLine {
public:
  /// Of what takes less than `patience` seconds nothing is shown.
  explicit StatusLine(double patience = 2) : patience(patience) {}
  ~StatusLine() { hide(); }

  /// Says that `describe` is being done, and has taken so long until now;
  /// unless that was said of something a moment ago.
  void show(double seconds, llvm::function_ref<std::string()> describe);
  /// Removes the line, for other output.
  void hide();

private:
  using Clock = std::chrono::steady_clock;

  double patience;
  Clock::time_point last;
  bool isShown = false;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_STATUSLINE_H
