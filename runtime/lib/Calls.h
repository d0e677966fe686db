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

/// The calls of a context, one after the other: a caller begins one, all other
/// workers take part in it, and the caller returns when these have finished.
/// The workers see all that the caller wrote before, and the caller sees all
/// that they wrote, afterwards.
template <typename Memory> class BasicCalls {
public:
  /// For the caller; then the workers, `numOthers` of them, are to be notified.
  void begin(uint32_t numOthers) {
    numBusy.store(numOthers, std::memory_order_relaxed);
    number.fetch_add(1, std::memory_order_seq_cst);
  }

  /// For a worker that has finished `seen` calls: whether there is another one,
  /// or none will ever come.
  bool isAfter(uint32_t seen) const {
    return number.load(std::memory_order_acquire) != seen;
  }

  /// For a worker; then, if true, the caller is to be notified.
  bool finish() { return numBusy.fetch_sub(1, std::memory_order_seq_cst) == 1; }

  /// For the caller: whether all other workers have finished.
  bool areFinished() const {
    return numBusy.load(std::memory_order_acquire) == 0;
  }

  /// There will be no more calls; then the workers are to be notified.
  void end() {
    ended.store(true, std::memory_order_relaxed);
    number.fetch_add(1, std::memory_order_seq_cst);
  }
  bool haveEnded() const { return ended.load(std::memory_order_relaxed); }

  /// The number of the call that runs, for who takes part in it.
  uint32_t getNumber() const { return number.load(std::memory_order_relaxed); }

private:
  template <typename T> using Atomic = typename Memory::template Atomic<T>;

  /// Counts calls.
  alignas(64) Atomic<uint32_t> number{0};
  Atomic<bool> ended{false};
  /// Workers that have not finished the call, but for the caller.
  alignas(64) Atomic<uint32_t> numBusy{0};
};

using Calls = BasicCalls<MachineMemory>;

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_CALLS_H
