//===- Parking.h - The sleep of idle workers --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PARKING_H
#define DTENSOR_RUNTIME_PARKING_H

#include "MachineMemory.h"

namespace dtensor::runtime {

/// The place where the idle workers of a context sleep. A thread that changes a
/// value for which a worker may wait stores it with sequential consistency and
/// calls `notify`. A waiting worker calls `announce`, checks again whether it
/// must wait, and only then sleeps. No wake is lost that way.
template <typename Memory> class BasicParking {
public:
  /// Wakes all sleepers. It is a single load if there are none.
  void notify() {
    if (sleepers.load(std::memory_order_seq_cst) == 0)
      return;
    ticket.fetch_add(1, std::memory_order_seq_cst);
    Memory::wakeAll(ticket);
  }

  /// Announces a sleep; returns the ticket for it.
  uint32_t announce() {
    sleepers.fetch_add(1, std::memory_order_seq_cst);
    uint32_t current = ticket.load(std::memory_order_seq_cst);
    Memory::fence();
    return current;
  }

  /// Sleeps, unless `notify` was called since this ticket was returned. Returns
  /// the next ticket.
  uint32_t sleep(uint32_t current) {
    Memory::sleepIf(ticket, current);
    return ticket.load(std::memory_order_seq_cst);
  }

  /// Undoes `announce`.
  void leave() { sleepers.fetch_sub(1, std::memory_order_relaxed); }

private:
  alignas(64) typename Memory::template Atomic<uint32_t> sleepers{0};
  typename Memory::template Atomic<uint32_t> ticket{0};
};

using Parking = BasicParking<MachineMemory>;

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PARKING_H
