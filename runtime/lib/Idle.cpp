//===- Idle.cpp - The way in which workers wait ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Idle.h"
#include "Variable.h"
#include "arch/Architecture.h"

#include <algorithm>
#include <cmath>
#include <sched.h>
#include <thread>

using namespace dtensor::runtime;

/// kPollsPerYield for polls that look for messages, which take longer.
static constexpr uint32_t kPollsPerOffer = 8;
/// The number of these before the first offer. An exchange of a small message
/// takes less time, and an offer as long as such an exchange.
static constexpr uint32_t kPollsBeforeOffer = 32;
/// A sleep in which others get the core, and after which a message has not
/// waited for long.
static constexpr std::chrono::microseconds kDoze{50};

/// The longest wait between two calls of a program, or two collectives, in most
/// programs. A wake from sleep costs 50 microseconds.
static constexpr std::chrono::milliseconds kDefaultSpin{2};
/// So long that nobody sleeps, and far from overflow.
static constexpr double kMaxSeconds = 1e9;

Idle::Spin Idle::getSpin(double seconds) {
  if (!(seconds >= 0)) {
    std::optional<double> micros =
        readVariable("DTENSOR_SPIN_MICROSECONDS", kMaxSeconds * 1e6,
                     "a number of microseconds");
    if (!micros)
      return kDefaultSpin;
    seconds = *micros * 1e-6;
  }
  std::chrono::duration<double> limited(std::min(seconds, kMaxSeconds));
  return std::chrono::duration_cast<Spin>(limited);
}

void Idle::pause() {
  if (asleep) {
    ticket = parking.sleep(ticket);
    return;
  }
  if (++polls % kPollsPerYield != 0)
    return relaxProcessor();
  if (start == Clock::time_point()) {
    start = Clock::now();
  } else if (Clock::now() - start > spin) {
    asleep = true;
    ticket = parking.announce();
    return;
  }
  sched_yield();
}

void Idle::doze() {
  if (asleep || dozing) {
    std::this_thread::sleep_for(kDoze);
    return;
  }
  if (++polls < kPollsBeforeOffer || polls % kPollsPerOffer != 0)
    return;
  if (start == Clock::time_point())
    start = Clock::now();
  if (polls % kPollsPerYield == 0)
    dozing = Clock::now() - start > spin;
  sched_yield();
}
