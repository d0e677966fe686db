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

/// One piece of memory, aligned to 64 bytes; from 2 MiB on to huge pages, which
/// are asked for.
class Block {
public:
  Block() = default;
  Block(const Block &) = delete;
  Block &operator=(const Block &) = delete;
  Block(Block &&other) noexcept;
  Block &operator=(Block &&other) noexcept;
  ~Block();

  /// A block of at least `bytes`; without data if memory is out.
  static Block allocate(size_t bytes);

  char *data() const { return memory; }
  size_t size() const { return bytes; }

private:
  char *memory = nullptr;
  size_t bytes = 0;
};

/// Memory that is kept from call to call and grows by being replaced.
class Arena {
public:
  /// At least `bytes`, nullptr if memory is out.
  void *get(size_t bytes);

private:
  Block block;
};

/// An arena that several devices ask for at a time, all for the same bytes.
class SharedArena {
public:
  void *get(size_t bytes);

private:
  std::atomic<size_t> capacity{0};
  std::mutex mutex;
  Block block;
};

/// Memory that lives until `release`. The next call finds one block as large
/// as all that this one used, so a program that is run again allocates nothing.
class CallMemory {
public:
  /// nullptr if memory is out.
  void *allocate(size_t bytes);
  void release();

private:
  std::vector<Block> blocks;
  size_t used = 0;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_ARENA_H
