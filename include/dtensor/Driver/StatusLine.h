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

/// A line on stderr, if that is a terminal, about work that takes long. It has
/// no thread, since some tools fork: the caller updates it again and again.
class StatusLine {
public:
  /// Nothing is shown of work that takes less than `patience` seconds.
  explicit StatusLine(double patience = 2) : patience(patience) {}
  ~StatusLine() { hide(); }

  /// Shows what `describe` returns, and the seconds that this work has taken
  /// until now. Does nothing if the line was updated a moment ago.
  void show(double seconds, llvm::function_ref<std::string()> describe);
  /// Removes the line to make room for other output.
  void hide();

private:
  using Clock = std::chrono::steady_clock;

  double patience;
  Clock::time_point last;
  bool isShown = false;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_STATUSLINE_H
