//===- StreamBytes.h - Copies around the cache ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_COLLECTIVES_STREAMBYTES_H
#define DTENSOR_RUNTIME_COLLECTIVES_STREAMBYTES_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dtensor::runtime {

/// From this size on, copies go around the cache. It is more than a core's
/// share of the last level on most servers, so what is written would be evicted
/// before it is read. An ordinary store also reads the line that it writes.
inline constexpr int64_t kMinStreamedBytes = 16 << 20;
/// Shorter runs fill too few whole lines of the cache.
inline constexpr int64_t kMinStreamedRun = 512;

/// Copies by non-temporal stores, which other threads see after `endStreams`.
inline void streamBytes(void *destination, const void *source, size_t bytes) {
  constexpr size_t kLine = 64, kLanes = 4;
  using Lane [[gnu::vector_size(16), gnu::aligned(16)]] = uint64_t;
  using Unaligned [[gnu::vector_size(16), gnu::aligned(1)]] = uint64_t;
  auto *to = static_cast<char *>(destination);
  auto *from = static_cast<const char *>(source);
  size_t head = -reinterpret_cast<uintptr_t>(to) % kLine;
  if (head > bytes)
    head = bytes;
  std::memcpy(to, from, head);
  to += head, from += head, bytes -= head;
  for (; bytes >= kLine; bytes -= kLine, to += kLine, from += kLine)
    for (size_t lane = 0; lane < kLanes; ++lane)
      __builtin_nontemporal_store(
          Lane(reinterpret_cast<const Unaligned *>(from)[lane]),
          reinterpret_cast<Lane *>(to) + lane);
  std::memcpy(to, from, bytes);
}

/// On x86, a barrier's release does not wait for non-temporal stores.
inline void endStreams() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_COLLECTIVES_STREAMBYTES_H
