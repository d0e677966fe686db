//===- HostMemory.cpp - Memory of host tensors ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Host/HostMemory.h"

#include "dtensor/Host/ByteVariable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <mutex>
#include <sys/mman.h>

#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define DTENSOR_POISON(block, bytes) __asan_poison_memory_region(block, bytes)
#define DTENSOR_UNPOISON(block, bytes)                                         \
  __asan_unpoison_memory_region(block, bytes)
#else
#define DTENSOR_POISON(block, bytes) ((void)(block), (void)(bytes))
#define DTENSOR_UNPOISON(block, bytes) ((void)(block), (void)(bytes))
#endif

namespace dtensor {
namespace {

/// Blocks of whole huge pages: those in use, and those that are kept.
class LargeBlocks {
public:
  /// Returns null if there is no memory.
  void *allocate(int64_t bytes);
  /// Returns false if the block is not one of these.
  bool release(void *block);

  int64_t getKeptBytes() {
    std::lock_guard<std::mutex> lock(mutex);
    return keptBytes;
  }
  void freeKept() {
    std::lock_guard<std::mutex> lock(mutex);
    shrinkTo(0);
  }

private:
  struct Block {
    void *address;
    int64_t bytes;
  };

  /// The block of this size that was released last; null if there is none.
  void *takeKept(int64_t bytes);
  /// Frees the blocks that were released first.
  void shrinkTo(int64_t maxBytes);

  std::mutex mutex;
  llvm::DenseMap<void *, int64_t> used;
  /// In the order in which they were released.
  llvm::SmallVector<Block> kept;
  int64_t keptBytes = 0;
  const int64_t maxKeptBytes = readByteVariable("DTENSOR_KEPT_BYTES", 1 << 30);
};

} // namespace

void *LargeBlocks::takeKept(int64_t bytes) {
  for (size_t i = kept.size(); i-- > 0;) {
    if (kept[i].bytes != bytes)
      continue;
    void *block = kept[i].address;
    kept.erase(kept.begin() + i);
    keptBytes -= bytes;
    DTENSOR_UNPOISON(block, bytes);
    return block;
  }
  return nullptr;
}

void LargeBlocks::shrinkTo(int64_t maxBytes) {
  size_t count = 0;
  for (; keptBytes > maxBytes; ++count) {
    DTENSOR_UNPOISON(kept[count].address, kept[count].bytes);
    std::free(kept[count].address);
    keptBytes -= kept[count].bytes;
  }
  kept.erase(kept.begin(), kept.begin() + count);
}

void *LargeBlocks::allocate(int64_t bytes) {
  int64_t rounded = llvm::alignTo<kHugePage>(bytes);
  std::lock_guard<std::mutex> lock(mutex);
  void *block = takeKept(rounded);
  if (!block) {
    if (posix_memalign(&block, kHugePage, rounded) != 0) {
      shrinkTo(0);
      if (posix_memalign(&block, kHugePage, rounded) != 0)
        return nullptr;
    }
    // The first use of a small page takes several times as long as writing its
    // bytes. Bytes behind the last whole huge page are in small ones. This is a
    // hint: without it, all works as well.
    (void)madvise(block, llvm::alignDown(bytes, kHugePage), MADV_HUGEPAGE);
  }
  used[block] = rounded;
  return block;
}

bool LargeBlocks::release(void *block) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = used.find(block);
  if (found == used.end())
    return false;
  int64_t bytes = found->second;
  used.erase(found);
  if (bytes > maxKeptBytes) {
    std::free(block);
    return true;
  }
  shrinkTo(maxKeptBytes - bytes);
  DTENSOR_POISON(block, bytes);
  kept.push_back({block, bytes});
  keptBytes += bytes;
  return true;
}

/// Tensors may live until the process ends, so these do as well.
static LargeBlocks &getLargeBlocks() {
  static auto *blocks = new LargeBlocks;
  return *blocks;
}

HostBlock allocateHostMemory(int64_t bytes) {
  if (bytes < kHugePage) {
    // Aligned here, since the C library takes several times as long for a small
    // block that is aligned. A call of a program makes one for each device.
    void *block = std::malloc(bytes + kHostAlignment - 1);
    auto address =
        llvm::alignTo<kHostAlignment>(reinterpret_cast<uintptr_t>(block));
    return {block, reinterpret_cast<char *>(address)};
  }
  void *block = getLargeBlocks().allocate(bytes);
  return {block, static_cast<char *>(block)};
}

void releaseHostMemory(void *block) {
  // Most blocks are small ones at other addresses.
  bool mayBeLarge = reinterpret_cast<uintptr_t>(block) % kHugePage == 0;
  if (!block || !mayBeLarge || !getLargeBlocks().release(block))
    std::free(block);
}

int64_t getKeptHostMemory() { return getLargeBlocks().getKeptBytes(); }

void freeKeptHostMemory() { getLargeBlocks().freeKept(); }

} // namespace dtensor
