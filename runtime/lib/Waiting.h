//===- Waiting.h - The barrier that a device waits for ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_WAITING_H
#define DTENSOR_RUNTIME_WAITING_H

#include "Barrier.h"

namespace dtensor::runtime {

enum class DeviceState : uint8_t { Finished, Running, Waiting };

/// Whether a device waits, and for which barrier. Only the device's own worker
/// changes it. Other workers read it when they suspect a deadlock.
template <typename Memory> class BasicWaiting {
public:
  using Barrier = BasicBarrier<Memory>;

  /// Called when a call begins.
  DTENSOR_SCHEDULER void start() {
    state.store(DeviceState::Running, std::memory_order_relaxed);
  }
  /// Called when the device waits until `newBarrier` has passed the state
  /// `newSeen`.
  DTENSOR_SCHEDULER void wait(const Barrier &newBarrier, uint32_t newSeen) {
    barrier.store(&newBarrier, std::memory_order_relaxed);
    seen.store(newSeen, std::memory_order_relaxed);
    turn(DeviceState::Waiting);
  }
  DTENSOR_SCHEDULER void resume() { turn(DeviceState::Running); }
  DTENSOR_SCHEDULER void finish() { turn(DeviceState::Finished); }

  /// Called by its own worker: whether it can run now.
  DTENSOR_SCHEDULER bool isReady() const {
    DeviceState now = state.load(std::memory_order_relaxed);
    return now == DeviceState::Running ||
           (now == DeviceState::Waiting &&
            barrier.load(std::memory_order_relaxed)
                ->hasPassed(seen.load(std::memory_order_relaxed),
                            std::memory_order_relaxed));
  }

  /// Called by other workers: whether the device has ended, or its barrier has
  /// not been passed.
  bool isStuck() const {
    switch (state.load(std::memory_order_acquire)) {
    case DeviceState::Finished:
      return true;
    case DeviceState::Running:
      return false;
    case DeviceState::Waiting:
      return !barrier.load(std::memory_order_relaxed)
                  ->hasPassed(seen.load(std::memory_order_relaxed),
                              std::memory_order_acquire);
    }
    return false;
  }

  /// The functions below are for messages. Their results may be of different
  /// times.
  bool waits() const {
    return state.load(std::memory_order_relaxed) == DeviceState::Waiting;
  }
  bool hasFinished() const {
    return state.load(std::memory_order_relaxed) == DeviceState::Finished;
  }
  const Barrier *getBarrier() const {
    return barrier.load(std::memory_order_relaxed);
  }

  /// The number of times that it has started or stopped waiting, or finished.
  uint64_t getNumTurns() const {
    return numTurns.load(std::memory_order_relaxed);
  }

private:
  DTENSOR_SCHEDULER void turn(DeviceState next) {
    numTurns.store(numTurns.load(std::memory_order_relaxed) + 1,
                   std::memory_order_relaxed);
    state.store(next, std::memory_order_release);
  }

  template <typename T> using Atomic = typename Memory::template Atomic<T>;

  Atomic<DeviceState> state{DeviceState::Finished};
  Atomic<uint32_t> seen{0};
  Atomic<const Barrier *> barrier{nullptr};
  Atomic<uint64_t> numTurns{0};
};

using Waiting = BasicWaiting<MachineMemory>;

/// Whether no device can ever move again; all must have started the call.
/// `get(i)` is the waiting of device i. If all were stuck at a first look and
/// have not moved until a second one, they were all stuck between the two.
template <typename Get> bool areStuckForGood(int64_t numDevices, Get get) {
  uint64_t numTurns = 0;
  for (int64_t i = 0; i < numDevices; ++i) {
    if (!get(i).isStuck())
      return false;
    numTurns += get(i).getNumTurns();
  }
  for (int64_t i = 0; i < numDevices; ++i) {
    if (!get(i).isStuck())
      return false;
    numTurns -= get(i).getNumTurns();
  }
  return numTurns == 0;
}

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_WAITING_H
