//===- StatusLine.cpp - A line that is drawn anew -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Driver/StatusLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace dtensor {

// A carriage return, and an escape sequence that clears the line.
static constexpr const char *kClearLine = "\r\x1b[K";
static constexpr std::chrono::duration<double> kInterval(0.5);

void StatusLine::show(double seconds,
                      llvm::function_ref<std::string()> describe) {
  Clock::time_point now = Clock::now();
  if (seconds < patience || (isShown && now - last < kInterval) ||
      !llvm::errs().is_displayed())
    return;
  isShown = true;
  last = now;
  llvm::errs() << kClearLine << describe()
               << llvm::formatv(", {0:f0} s", seconds);
}

void StatusLine::hide() {
  if (isShown)
    llvm::errs() << kClearLine;
  isShown = false;
}

} // namespace dtensor
