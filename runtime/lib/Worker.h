//===- Worker.h - A thread and the devices that it runs ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_WORKER_H
#define DTENSOR_RUNTIME_WORKER_H

#include "Barrier.h"
#include "Fiber.h"
#include "kernels/KernelState.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <sched.h>

struct DtContext;

namespace dtensor::runtime {

/// A thread and its devices. A device runs until it waits, and then the next
/// one runs that need not wait.
class Worker {
public:
  /// Assigns the devices [first, first + count) of the context.
  void assign(DtContext &context, int64_t first, int64_t count);

  /// Runs the program for the worker's devices on the calling thread.
  void run();

  /// Gives each device a stack of `bytes`, in whole pages. Returns false if
  /// there is not enough memory. No program may be running.
  bool setStackBytes(size_t bytes);

  /// The device for which `address` is directly below the stack; nullptr if
  /// there is none.
  DtDevice *findOverflow(const void *address);

  /// Waits until `barrier` has passed the state `seen`. This is the only place
  /// where a device waits. It does not return if the program ends with an
  /// error, so its callers must not hold anything that needs a destructor.
  void wait(DtDevice &device, const Barrier &barrier, uint32_t seen);

  /// Ends the run of a device because its program has ended or failed.
  void leave(DtDevice &device);

  /// Whether the worker has started a call of the context.
  bool hasStarted(uint32_t number) const {
    return call.load(std::memory_order_acquire) == number;
  }

  /// The time for which none of its devices could run. It is known only when
  /// that has been milliseconds; otherwise it is 0.
  double getIdleSeconds() const;

  /// The core that the worker's thread was on when it last looked; -1 if it has
  /// not.
  int getCore() const { return core.load(std::memory_order_relaxed); }
  void lookForCore() { core.store(sched_getcpu(), std::memory_order_relaxed); }

  /// The state of the kernels.
  KernelState kernels;

private:
  /// A device that need not wait; nullptr if there is none or the program has
  /// failed.
  DtDevice *next();
  DtDevice *findReady();
  void resume(Fiber &from, DtDevice *to);

  /// The call that the worker runs, or has run last.
  std::atomic<uint32_t> call{0};
  std::atomic<std::chrono::steady_clock::time_point> idleSince{};
  std::atomic<int> core{-1};
  DtContext *context = nullptr;
  DtDevice *devices = nullptr;
  int64_t numDevices = 0;
  int64_t numLive = 0;
  int64_t current = 0;
  Fiber thread;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_WORKER_H
