//===- ForkedJob.h - Work in a process of its own ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DRIVER_FORKEDJOB_H
#define DTENSOR_DRIVER_FORKEDJOB_H

#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <sys/types.h>

namespace dtensor {

/// The outcome of a job.
struct JobOutcome {
  bool succeeded;
  /// The text that the job wrote. For a failed job it is the reason: the first
  /// line with `error:`, `crashed (signal 11)`, or `hung`.
  std::string message;
  double seconds;
};

/// Work in a child process, which inherits all data of its parent. A crash or
/// hang ends only the child.
class ForkedJob {
public:
  /// `work` writes to the stream (and to stderr) and returns whether it
  /// succeeded. The calling process must have a single thread.
  ForkedJob(const std::function<bool(llvm::raw_ostream &)> &work,
            double timeoutSeconds);
  ForkedJob(ForkedJob &&) = default;

  /// The outcome, or nothing while the job runs. A job that runs for too long
  /// is killed.
  std::optional<JobOutcome> poll();

  /// The time since the job began.
  double getSeconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  }

private:
  JobOutcome finish(bool succeeded, std::string failure);

  pid_t child;
  std::chrono::steady_clock::time_point start;
  double timeoutSeconds;
  /// The file that the child writes to.
  std::unique_ptr<FILE, int (*)(FILE *)> output;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_FORKEDJOB_H
