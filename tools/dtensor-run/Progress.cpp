//===- Progress.cpp - How far the interpreter is --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace dtensor {

// A carriage return, and an escape sequence that clears the line.
static constexpr const char *kClearLine = "\r\x1b[K";

Progress::~Progress() {
  if (isShown)
    llvm::errs() << kClearLine;
}

void Progress::show(uint64_t operations) {
  using Seconds = std::chrono::duration<double>;
  constexpr Seconds patience(2), interval(0.5);
  Clock::time_point now = Clock::now();
  if (now - start < patience || (isShown && now - last < interval) ||
      !llvm::errs().is_displayed())
    return;
  isShown = true;
  last = now;
  llvm::errs() << kClearLine
               << llvm::format("interpreted %.1f million scalar operations in "
                               "%.0f s",
                               operations / 1e6, Seconds(now - start).count());
}

} // namespace dtensor
