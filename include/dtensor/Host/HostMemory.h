//===- HostMemory.h - Memory of host tensors --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_HOSTMEMORY_H
#define DTENSOR_HOST_HOSTMEMORY_H

#include <cstdint>

namespace dtensor {

/// The alignment of memory of tensors: that of a cache line, and of the widest
/// vector.
inline constexpr int64_t kHostAlignment = 64;
/// The size from which on blocks are kept, and their unit: a huge page.
inline constexpr int64_t kHugePage = 2 << 20;

/// A piece of memory, with undefined contents.
struct HostBlock {
  /// What `releaseHostMemory` takes; null if there is no memory.
  void *block;
  /// Where the aligned bytes begin.
  char *begin;
};

/// Returns at least `bytes` bytes. A call of a program makes new tensors for
/// its results, and the first use of a page takes longer than writing its
/// bytes. So large blocks that were released are kept for the next ones of
/// their size. Any thread may call these functions.
HostBlock allocateHostMemory(int64_t bytes);
void releaseHostMemory(void *block);

/// The bytes that are kept and used by nothing. They are at most 1 GiB, or the
/// number in the environment variable DTENSOR_KEPT_BYTES; blocks that were
/// released first go first.
int64_t getKeptHostMemory();
/// Gives them back to the system.
void freeKeptHostMemory();

} // namespace dtensor

#endif // DTENSOR_HOST_HOSTMEMORY_H
