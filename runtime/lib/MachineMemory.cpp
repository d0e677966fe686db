//===- MachineMemory.cpp - Atomics of the machine -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineMemory.h"

#include <climits>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace dtensor::runtime;

/// Sleepers look for deadlocks, so they must wake now and then.
static constexpr long kSleepNanoseconds = 50'000'000;

void MachineMemory::sleepIf(Atomic<uint32_t> &word, uint32_t value) {
  timespec timeout{0, kSleepNanoseconds};
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, &timeout, nullptr, 0);
}

void MachineMemory::wakeAll(Atomic<uint32_t> &word) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}
