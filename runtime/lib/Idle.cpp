//===- Idle.cpp - The way in which workers wait ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Idle.h"
#include "arch/Architecture.h"

#include <sched.h>

using namespace dtensor::runtime;

/// The longest wait between two calls of a program, or two collectives, in most
/// programs. A wake from sleep costs 50 microseconds.
static constexpr std::chrono::milliseconds kSpin{2};
/// The number of polls, some microseconds, after which the clock is read and
/// the core is offered to other threads.
static constexpr uint32_t kPollsPerYield = 256;

void Idle::pause() {
  if (asleep) {
    ticket = parking.sleep(ticket);
    return;
  }
  if (++polls % kPollsPerYield != 0)
    return relaxProcessor();
  if (polls == kPollsPerYield) {
    start = Clock::now();
  } else if (Clock::now() - start > kSpin) {
    asleep = true;
    ticket = parking.announce();
    return;
  }
  sched_yield();
}
