//===- Liveness.h - Notice of the end of other processes --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_LIVENESS_H
#define DTENSOR_RUNTIME_PROCESSES_LIVENESS_H

#include "News.h"
#include "Silence.h"

#include <functional>
#include <memory>

namespace dtensor::runtime {

/// The facts with which a process joins the liveness channel of its job.
struct LivenessOptions {
  int64_t rank = 0;
  int64_t numProcesses = 1;
  /// The process's devices, as messages name them.
  std::string devices;
  /// The name of a network interface; empty for all.
  std::string interface;
  /// Whether the end of the parent of this process ends the job.
  bool watchLauncher = false;
  /// The time in which all processes have to join.
  double startSeconds = 60;
  /// The time after which a host that does not acknowledge bytes is lost.
  double hostSeconds = 5;
  /// See Liveness::setSilenceLimit.
  double silenceSeconds = 60;
};

/// The liveness channel: every process of a job learns within a second if any
/// other one has ended without notice, or tells an error. The channel needs
/// neither MPI nor the launcher. See docs/Failures.md.
///
/// A thread of its own watches at most five neighbours, whatever the number of
/// processes is, and passes on news. It does little: a beat to each neighbour
/// four times a second.
class Liveness {
public:
  /// Gives the bytes to the processes of `ranks`, and returns what these gave,
  /// in the same order. Each of them has this process in its list. An empty
  /// list means that this failed.
  using Exchange = std::function<std::vector<std::string>(
      const std::string &own, const std::vector<int64_t> &ranks)>;
  /// Called on the channel's thread, once, for the first news.
  using Callback = std::function<void(const News &)>;

  /// Joins the channel, and returns when all processes have. Returns nullptr
  /// and sets `error` if they do not. `onNews` may be called before this
  /// returns.
  static std::unique_ptr<Liveness> start(LivenessOptions options,
                                         const Exchange &exchange,
                                         Callback onNews, std::string &error);

  /// Without `end` before it, other processes take this one for lost.
  ~Liveness();

  /// Tells all processes that this one ends because of an error. Returns when
  /// the neighbours have been told. The callback is not called here.
  void fail(const std::string &text);

  /// Waits until all processes have called this. Returns whether they have;
  /// otherwise there is news. A process may then end at any time.
  bool end();

  /// Sets the time after which a process that does not answer is news, and the
  /// end of all; 0 for never.
  void setSilenceLimit(double seconds);

  /// The processes that do not answer, such as stopped ones.
  std::vector<Silence> getSilences() const;

private:
  class Channel;
  explicit Liveness(std::unique_ptr<Channel> channel);

  std::unique_ptr<Channel> channel;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_LIVENESS_H
