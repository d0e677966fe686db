//===- Arena.h - Memory of devices and groups -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_ARENA_H
#define DTENSOR_RUNTIME_ARENA_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace dtensor::runtime {

/// A piece of memory, aligned to 64 bytes. From 2 MiB on it is aligned to huge
/// pages, which the system is asked for.
class Block {
public:
  Block() = default;
  Block(const Block &) = delete;
  Block &operator=(const Block &) = delete;
  Block(Block &&other) noexcept;
  Block &operator=(Block &&other) noexcept;
  ~Block();

  /// Allocates a block of at least `bytes`. The block has no data if there is
  /// not enough memory.
  static Block allocate(size_t bytes);

  char *data() const { return memory; }
  size_t size() const { return bytes; }

private:
  char *memory = nullptr;
  size_t bytes = 0;
};

/// Memory that is kept from call to call. It grows by being replaced.
class Arena {
public:
  /// Returns at least `bytes`, or nullptr if there is not enough memory.
  void *get(size_t bytes);

  /// Whether `get` has last returned this.
  bool isAt(const void *memory) const { return block.data() == memory; }

private:
  Block block;
};

/// An arena that several devices request at the same time, all with the same
/// size.
class SharedArena {
public:
  void *get(size_t bytes);

private:
  std::atomic<size_t> capacity{0};
  std::mutex mutex;
  Block block;
};

/// Memory that lives until `release`. For the next call there is one block as
/// large as all that this call used, so a program that is run again allocates
/// nothing.
class CallMemory {
public:
  /// Returns nullptr if there is not enough memory.
  void *allocate(size_t bytes);
  void release();

private:
  std::vector<Block> blocks;
  size_t used = 0;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_ARENA_H
