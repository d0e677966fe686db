//===- Barrier.cpp - Where the devices of a group meet --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Barrier.h"
#include "Context.h"

using namespace dtensor::runtime;

bool Barrier::wait(DtDevice &device, int64_t members, bool vote) {
  // It cannot change before this device has arrived.
  uint32_t seen = generation.load(std::memory_order_relaxed);
  uint64_t own = 1 + (static_cast<uint64_t>(vote) << 32);
  uint64_t all = arrived.fetch_add(own, std::memory_order_acq_rel) + own;
  if (static_cast<uint32_t>(all) != members) {
    device.worker->wait(device, *this, seen);
    return generation.load(std::memory_order_acquire) & 1;
  }
  bool outcome = (all >> 32) != 0;
  arrived.store(0, std::memory_order_relaxed);
  generation.store(((seen | 1) + 1) | outcome, std::memory_order_seq_cst);
  device.context->parking.notify();
  return outcome;
}
