//===- ForkedBatch.h - Pieces of work in a process of their own  -*- C++
//-*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_FORKEDBATCH_H
#define DTENSOR_DRIVER_FORKEDBATCH_H

#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dtensor {

/// A child process that answers with one line per piece of work, in order. A
/// crash or a hang ends the process, and is its last line's fate.
class ForkedBatch {
public:
  /// `work` writes the lines and flushes each. The calling process has one
  /// thread.
  ForkedBatch(const std::function<void(llvm::raw_ostream &)> &work,
              double timeoutSeconds);

  /// Reads what there is; false once the process has ended. One that writes
  /// nothing for too long is killed.
  bool poll();

  const std::vector<std::string> &getLines() const { return lines; }
  /// `crashed (signal 11)` or `hung`; empty after a good end.
  const std::string &getFailure() const { return failure; }

private:
  using Clock = std::chrono::steady_clock;

  void read();

  std::unique_ptr<FILE, int (*)(FILE *)> output;
  size_t offset = 0;
  std::string unfinished;
  std::vector<std::string> lines;
  std::string failure;
  Clock::time_point lastProgress;
  double timeoutSeconds;
  int child;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_FORKEDBATCH_H
