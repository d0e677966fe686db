//===- MachineMemory.h - Atomics of the machine -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_MACHINEMEMORY_H
#define DTENSOR_RUNTIME_MACHINEMEMORY_H

#include <atomic>
#include <cstdint>

namespace dtensor::runtime {

/// The memory that threads share. Protocols between threads are templates over
/// this class, so that unit/Runtime/model can try them under all behaviours
/// that the memory model of C++ allows. No single processor shows all of these.
struct MachineMemory {
  template <typename T> using Atomic = std::atomic<T>;

  /// A sequentially consistent fence.
  static void fence() { std::atomic_thread_fence(std::memory_order_seq_cst); }

  /// Sleeps if `word` is `value`, until `wakeAll` is called for it, for 50 ms
  /// at most. It may also wake without a reason.
  static void sleepIf(Atomic<uint32_t> &word, uint32_t value);
  static void wakeAll(Atomic<uint32_t> &word);
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_MACHINEMEMORY_H
