//===- ForkedBatch.h - Pieces of work in other processes --------*- C++ -*-===//
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

/// Pieces of work in a child process, which answers with one line for each, in
/// order. A crash or a hang ends the process and becomes the answer for the
/// piece that was next. Another process then continues with the pieces after
/// it.
class ForkedBatch {
public:
  /// Runs the pieces from number `first` on. Writes and flushes the line of
  /// each piece when it is done.
  using Work = std::function<void(size_t first, llvm::raw_ostream &os)>;

  /// The calling process must have a single thread.
  ForkedBatch(size_t numPieces, Work work, double timeoutSeconds);

  /// The outcome of one piece.
  struct Answer {
    std::string line;
    /// The reason why there is no line: `crashed (signal 11)`, `hung` or `ended
    /// early`.
    std::string failure;
  };

  /// The answers since the last call. A process that writes nothing for too
  /// long is killed.
  std::vector<Answer> poll();

  /// The time that the next piece has taken until now.
  double getSeconds() const {
    return std::chrono::duration<double>(Clock::now() - lastProgress).count();
  }

  /// Whether all pieces have an answer and no process is left.
  bool isDone() const { return !isRunning; }

private:
  using Clock = std::chrono::steady_clock;

  void start();
  void read(std::vector<Answer> &answers);
  /// Whether the process has ended; `failure` is set to the reason if it did
  /// not end by itself.
  bool hasEnded(std::string &failure);

  size_t numPieces, numAnswered = 0;
  Work work;
  double timeoutSeconds;

  // The members below describe the running process.
  bool isRunning = false;
  int child = -1;
  std::unique_ptr<FILE, int (*)(FILE *)> output{nullptr, std::fclose};
  size_t offset = 0;
  std::string unfinished;
  Clock::time_point lastProgress;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_FORKEDBATCH_H
