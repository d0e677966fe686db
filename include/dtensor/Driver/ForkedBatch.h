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
/// order. A crash or a hang ends the process and is what became of the piece
/// that was next; another process goes on with those after it.
class ForkedBatch {
public:
  /// Runs the pieces from number `first` on; writes the line of each when it is
  /// done, and flushes it.
  using Work = std::function<void(size_t first, llvm::raw_ostream &os)>;

  /// The calling process has one thread.
  ForkedBatch(size_t numPieces, Work work, double timeoutSeconds);

  /// What became of one piece.
  struct Answer {
    std::string line;
    /// Why there is no line: `crashed (signal 11)`, `hung` or `ended early`.
    std::string failure;
  };

  /// The answers since the last call. A process that writes nothing for too
  /// long is killed.
  std::vector<Answer> poll();

  /// How long the piece that is next has taken until now.
  double getSeconds() const {
    return std::chrono::duration<double>(Clock::now() - lastProgress).count();
  }

  /// Whether all pieces have been answered for, and no process is left.
  bool isDone() const { return !isRunning; }

private:
  using Clock = std::chrono::steady_clock;

  void start();
  void read(std::vector<Answer> &answers);
  /// Whether the process has ended; `failure` says why if it did not do so by
  /// itself.
  bool hasEnded(std::string &failure);

  size_t numPieces, numAnswered = 0;
  Work work;
  double timeoutSeconds;

  // Of the process that runs.
  bool isRunning = false;
  int child = -1;
  std::unique_ptr<FILE, int (*)(FILE *)> output{nullptr, std::fclose};
  size_t offset = 0;
  std::string unfinished;
  Clock::time_point lastProgress;
};

} // namespace dtensor

#endif // DTENSOR_DRIVER_FORKEDBATCH_H
