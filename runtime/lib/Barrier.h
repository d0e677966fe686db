//===- Barrier.h - Where the devices of a group meet ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_BARRIER_H
#define DTENSOR_RUNTIME_BARRIER_H

#include "Sanitizers.h"

#include <atomic>
#include <cstdint>

struct DtDevice;

namespace dtensor::runtime {

/// Where the devices of a group meet.
class Barrier {
public:
  /// Returns when `members` devices have come; then whether any of them said
  /// `vote`. What a member wrote before is visible to all after.
  bool wait(DtDevice &device, int64_t members, bool vote);

  /// Whether a device that arrived when the state was `seen` may go on.
  DTENSOR_SCHEDULER bool hasPassed(uint32_t seen,
                                   std::memory_order order) const {
    return generation.load(order) != seen;
  }

  /// Forgets arrivals of a program that has failed.
  void reset() { arrived.store(0, std::memory_order_relaxed); }

private:
  /// How many have come in the low half, how many said `vote` in the high one.
  alignas(64) std::atomic<uint64_t> arrived{0};
  /// Counts meetings in twos; bit 0 is the outcome of the vote.
  alignas(64) std::atomic<uint32_t> generation{0};
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_BARRIER_H
