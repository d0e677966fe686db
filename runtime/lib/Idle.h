//===- Idle.h - The way in which workers wait -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_IDLE_H
#define DTENSOR_RUNTIME_IDLE_H

#include "Parking.h"

#include <chrono>

namespace dtensor::runtime {

/// One wait of one worker: `for (Idle idle(parking, spin); !condition;
/// idle.pause());`. It polls at first, gives the core to other threads now and
/// then, and sleeps after the time `spin`.
class Idle {
public:
  using Clock = std::chrono::steady_clock;

  using Spin = std::chrono::nanoseconds;

  /// See dt_set_spin.
  static Spin getSpin(double seconds);

  Idle(Parking &parking, Spin spin) : parking(parking), spin(spin) {}
  Idle(const Idle &) = delete;
  Idle &operator=(const Idle &) = delete;
  ~Idle() {
    if (asleep)
      parking.leave();
  }

  /// Passes a short time, 50 ms at most.
  void pause();

  /// The same if something may happen that wakes nobody. The core is offered to
  /// other threads more often, and after the time `spin` a sleep is short.
  void doze();

  /// Whether the last pause has offered the core to other threads, for the
  /// first time in this wait.
  bool isFirstOffer() const { return polls == kPollsPerYield; }

  /// Whether the wait has become a sleep.
  bool isAsleep() const { return asleep || dozing; }
  Clock::time_point getStart() const { return start; }
  double getSeconds() const {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

private:
  /// The number of polls, some microseconds, after which the clock is read and
  /// the core is offered to other threads.
  static constexpr uint32_t kPollsPerYield = 256;

  Parking &parking;
  Spin spin;
  Clock::time_point start;
  uint32_t polls = 0;
  uint32_t ticket = 0;
  bool asleep = false;
  bool dozing = false;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_IDLE_H
