//===- Calls.h - The calls that workers take part in ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_CALLS_H
#define DTENSOR_RUNTIME_CALLS_H

#include "MachineMemory.h"

namespace dtensor::runtime {

/// The calls of a context, one after the other. A caller begins a call, all
/// other workers take part in it, and the caller returns when they have
/// finished. The workers see all earlier writes of the caller. Afterwards the
/// caller sees all writes of the workers.
template <typename Memory> class BasicCalls {
public:
  /// Called by the caller. Then the `numOthers` other workers must be notified.
  void begin(uint32_t numOthers) {
    numBusy.store(numOthers, std::memory_order_relaxed);
    number.fetch_add(1, std::memory_order_seq_cst);
  }

  /// Called by a worker that has finished `seen` calls: whether there is
  /// another call, or the calls have ended.
  bool isAfter(uint32_t seen) const {
    return number.load(std::memory_order_acquire) != seen;
  }

  /// Called by a worker. If it returns true, the caller must be notified.
  bool finish() { return numBusy.fetch_sub(1, std::memory_order_seq_cst) == 1; }

  /// Called by the caller: whether all other workers have finished.
  bool areFinished() const {
    return numBusy.load(std::memory_order_acquire) == 0;
  }

  /// Ends the calls. Then the workers must be notified.
  void end() {
    ended.store(true, std::memory_order_relaxed);
    number.fetch_add(1, std::memory_order_seq_cst);
  }
  bool haveEnded() const { return ended.load(std::memory_order_relaxed); }

  /// The number of the running call, for those who take part in it.
  uint32_t getNumber() const { return number.load(std::memory_order_relaxed); }

private:
  template <typename T> using Atomic = typename Memory::template Atomic<T>;

  /// The number of calls.
  alignas(64) Atomic<uint32_t> number{0};
  Atomic<bool> ended{false};
  /// The workers, without the caller, that have not finished the call.
  alignas(64) Atomic<uint32_t> numBusy{0};
};

using Calls = BasicCalls<MachineMemory>;

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_CALLS_H
