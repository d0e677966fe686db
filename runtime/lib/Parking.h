//===- Parking.h - How a worker waits ---------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PARKING_H
#define DTENSOR_RUNTIME_PARKING_H

#include <atomic>
#include <chrono>
#include <cstdint>

namespace dtensor::runtime {

/// Where the idle workers of a context sleep. Whoever changes something that a
/// worker may wait for stores it sequentially consistent and calls `notify`.
class Parking {
public:
  /// Wakes all sleepers; a load if there are none.
  void notify() {
    if (sleepers.load(std::memory_order_seq_cst) != 0)
      wakeAll();
  }

private:
  friend class Idle;
  void wakeAll();

  alignas(64) std::atomic<uint32_t> sleepers{0};
  std::atomic<uint32_t> ticket{0};
};

/// One stretch of waiting of one worker: `for (Idle idle(parking); !condition;
/// idle.pause());`. It polls at first, lets other threads have the core now
/// and then, and sleeps after two milliseconds. The condition is evaluated
/// between announcing the sleep and sleeping, so that no wake is lost.
class Idle {
public:
  using Clock = std::chrono::steady_clock;

  explicit Idle(Parking &parking) : parking(parking) {}
  Idle(const Idle &) = delete;
  Idle &operator=(const Idle &) = delete;
  ~Idle() {
    if (asleep)
      parking.sleepers.fetch_sub(1, std::memory_order_relaxed);
  }

  /// Passes a little time, 50 ms at most.
  void pause();

  /// Whether this has become a sleep.
  bool isAsleep() const { return asleep; }
  double getSeconds() const {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

private:
  void sleep();

  Parking &parking;
  Clock::time_point start;
  uint32_t polls = 0;
  uint32_t ticket = 0;
  bool asleep = false;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PARKING_H
