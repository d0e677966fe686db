//===- JobGuard.h - The reaction to news of the job -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_JOBGUARD_H
#define DTENSOR_RUNTIME_PROCESSES_JOBGUARD_H

#include "Descriptor.h"
#include "Liveness.h"

#include <atomic>
#include <mutex>
#include <vector>

struct DtContext;

namespace dtensor::runtime {

/// The part of a process in the liveness of its job. If another process is
/// lost, this one prints which, writes its flight records and ends with exit
/// code 1. If another process tells an error, the programs of this one fail
/// with it.
class JobGuard {
public:
  /// Joins the channel. Returns nullptr and sets `error` if that fails.
  static std::unique_ptr<JobGuard> start(LivenessOptions options,
                                         const Liveness::Exchange &exchange,
                                         std::string &error);

  /// The contexts whose programs all processes run together.
  void add(DtContext &context);
  void remove(DtContext &context);

  /// See Liveness::setSilenceLimit.
  void setSilenceLimit(double seconds) { liveness->setSilenceLimit(seconds); }
  /// Says for messages whom this process waits for outside programs: such as
  /// `process 1 at a meeting`. Empty if it does not wait.
  void setAwaited(std::string text) {
    std::lock_guard<std::mutex> lock(mutex);
    awaited = std::move(text);
  }

  /// Tells an error of this process to all.
  void fail(const std::string &text) { liveness->fail(text); }
  /// Waits until all processes need each other no more. Returns whether they
  /// do; otherwise there is news.
  bool end() { return liveness->end(); }

  /// The first error that another process has told; empty if there is none.
  std::string getFailure() {
    // Devices that wait ask often.
    if (!hasFailure.load(std::memory_order_acquire))
      return "";
    std::lock_guard<std::mutex> lock(mutex);
    return failure;
  }

  /// Such as `; process 2 (host a, pid 17) does not answer since 60 s`; empty
  /// if all processes answer.
  std::string describeSilences() const;

private:
  void handle(const News &news);
  /// Such as `; it ran devices 4, 5`; `mutex` is held.
  std::string describeDevices(int64_t process) const;
  /// Such as `; in process 0: device 0 waits at ...`; `mutex` is held.
  std::string describeOwnWaits() const;

  std::mutex mutex;
  /// Where errors go, also if the program redirects its own later.
  Descriptor output;
  std::vector<DtContext *> contexts;
  std::string failure;
  std::atomic<bool> hasFailure{false};
  std::string awaited;
  int64_t own = 0;
  /// It ends first, since it calls `handle`.
  std::unique_ptr<Liveness> liveness;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_JOBGUARD_H
