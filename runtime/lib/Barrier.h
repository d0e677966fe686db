//===- Barrier.h - Barriers of devices --------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_BARRIER_H
#define DTENSOR_RUNTIME_BARRIER_H

#include "MachineMemory.h"
#include "Sanitizers.h"

namespace dtensor::runtime {

/// A barrier of the devices of a group. A member's writes before it arrives are
/// visible to all members after all have arrived.
template <typename Memory> class BasicBarrier {
public:
  /// The state of the barrier when a device arrives.
  struct Arrival {
    /// All members have arrived, and may continue, as soon as
    /// `hasPassed(seen)`.
    uint32_t seen;
    /// Whether the device is the last one. The others wait, and must be
    /// notified.
    bool isLast;
  };

  /// Called when one of `members` devices arrives with its `vote`.
  Arrival arrive(int64_t members, bool vote) {
    // The generation cannot change before this device has arrived.
    uint32_t seen = generation.load(std::memory_order_relaxed);
    uint64_t own = 1 + (static_cast<uint64_t>(vote) << 32);
    uint64_t all = arrived.fetch_add(own, std::memory_order_acq_rel) + own;
    if (static_cast<uint32_t>(all) != members)
      return {seen, false};
    bool outcome = (all >> 32) != 0;
    arrived.store(0, std::memory_order_relaxed);
    generation.store(getNext(seen) | outcome, std::memory_order_seq_cst);
    return {seen, true};
  }

  /// The state now, for one who waits without arriving.
  uint32_t getState() const {
    return generation.load(std::memory_order_acquire);
  }
  /// The state after all have arrived at `seen`, and nobody has voted true.
  static uint32_t getNext(uint32_t seen) { return (seen | 1) + 1; }

  /// Whether a device that arrived when the state was `seen` may go on.
  DTENSOR_SCHEDULER bool hasPassed(uint32_t seen,
                                   std::memory_order order) const {
    return generation.load(order) != seen;
  }

  /// Called by a member after all have arrived: whether any of them voted true.
  bool getOutcome() const {
    return generation.load(std::memory_order_acquire) & 1;
  }

  /// Forgets the arrivals of a program that has failed.
  void reset() { arrived.store(0, std::memory_order_relaxed); }

private:
  /// The low half counts arrivals, and the high half counts true votes.
  alignas(64) typename Memory::template Atomic<uint64_t> arrived{0};
  /// Counts meetings in steps of two. Bit 0 is the outcome of the vote.
  alignas(64) typename Memory::template Atomic<uint32_t> generation{0};
};

using Barrier = BasicBarrier<MachineMemory>;

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_BARRIER_H
