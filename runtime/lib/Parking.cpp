//===- Parking.cpp - How a worker waits -----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parking.h"
#include "arch/Architecture.h"

#include <climits>
#include <ctime>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace dtensor::runtime;

/// Between two calls of a program, or of two collectives, there is rarely more;
/// a wake from sleep costs 50 microseconds.
static constexpr std::chrono::milliseconds kSpin{2};
/// The clock is read, and the core offered to other threads, once in so many
/// polls: some microseconds.
static constexpr uint32_t kPollsPerYield = 256;
/// Sleepers look for deadlocks, so they wake now and then.
static constexpr long kSleepNanoseconds = 50'000'000;

void Parking::wakeAll() {
  ticket.fetch_add(1, std::memory_order_seq_cst);
  syscall(SYS_futex, &ticket, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

void Idle::sleep() {
  timespec timeout{0, kSleepNanoseconds};
  syscall(SYS_futex, &parking.ticket, FUTEX_WAIT_PRIVATE, ticket, &timeout,
          nullptr, 0);
  ticket = parking.ticket.load(std::memory_order_seq_cst);
}

void Idle::pause() {
  if (asleep)
    return sleep();
  if (++polls % kPollsPerYield != 0)
    return relaxProcessor();
  if (polls == kPollsPerYield) {
    start = Clock::now();
  } else if (Clock::now() - start > kSpin) {
    asleep = true;
    parking.sleepers.fetch_add(1, std::memory_order_seq_cst);
    ticket = parking.ticket.load(std::memory_order_seq_cst);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return;
  }
  sched_yield();
}
