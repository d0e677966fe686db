//===- Arena.cpp - Memory of devices and groups ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arena.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <sys/mman.h>
#include <utility>

using namespace dtensor::runtime;

static constexpr size_t kAlignment = 64;
static constexpr size_t kHugePage = 2 << 20;
/// Of call memory: small requests share blocks.
static constexpr size_t kMinCallBlock = 64 << 10;

static size_t roundUp(size_t bytes, size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

Block::Block(Block &&other) noexcept
    : memory(std::exchange(other.memory, nullptr)),
      bytes(std::exchange(other.bytes, 0)) {}

Block &Block::operator=(Block &&other) noexcept {
  std::swap(memory, other.memory);
  std::swap(bytes, other.bytes);
  return *this;
}

Block::~Block() { std::free(memory); }

Block Block::allocate(size_t bytes) {
  size_t alignment = bytes >= kHugePage ? kHugePage : kAlignment;
  Block block;
  block.bytes = roundUp(std::max<size_t>(bytes, 1), alignment);
  if (block.bytes < bytes)
    return Block();
  block.memory =
      static_cast<char *>(std::aligned_alloc(alignment, block.bytes));
  if (!block.memory)
    return Block();
  // A hint: without huge pages first use is slower and nothing else.
  if (alignment == kHugePage)
    madvise(block.memory, block.bytes, MADV_HUGEPAGE);
  return block;
}

void *Arena::get(size_t bytes) {
  if (!block.data() || block.size() < bytes) {
    block = Block(); // Never both at a time.
    block = Block::allocate(bytes);
  }
  return block.data();
}

void *SharedArena::get(size_t bytes) {
  bytes = std::max<size_t>(bytes, 1);
  if (capacity.load(std::memory_order_acquire) >= bytes)
    return block.data();
  std::lock_guard<std::mutex> lock(mutex);
  if (capacity.load(std::memory_order_relaxed) < bytes) {
    block = Block();
    block = Block::allocate(bytes);
    capacity.store(block.size(), std::memory_order_release);
  }
  return block.data();
}

void *CallMemory::allocate(size_t bytes) {
  bytes = roundUp(std::max<size_t>(bytes, 1), kAlignment);
  if (blocks.empty() || blocks.back().size() - used < bytes) {
    Block block = Block::allocate(std::max(bytes, kMinCallBlock));
    if (!block.data())
      return nullptr;
    blocks.push_back(std::move(block));
    used = 0;
  }
  assert(used + bytes <= blocks.back().size() && "beyond the block's end");
  return blocks.back().data() + std::exchange(used, used + bytes);
}

void CallMemory::release() {
  used = 0;
  if (blocks.size() < 2)
    return;
  size_t total = 0;
  for (const Block &block : blocks)
    total += block.size();
  blocks.clear();
  blocks.push_back(Block::allocate(total));
}
