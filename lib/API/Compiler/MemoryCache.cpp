//===- MemoryCache.cpp - Programs that were compiled before ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryCache.h"

namespace dt {

/// The number of programs of which the process keeps the code.
static constexpr size_t kCapacity = 1024;

MemoryCache &MemoryCache::get() {
  static MemoryCache cache(kCapacity);
  return cache;
}

std::optional<Executable> MemoryCache::find(const std::string &key) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = byKey.find(key);
  if (found == byKey.end())
    return std::nullopt;
  entries.splice(entries.begin(), entries, found->second);
  return found->second->executable;
}

void MemoryCache::add(const std::string &key, const Executable &executable) {
  // Ends outside of the lock.
  std::list<Entry> forgotten;
  std::lock_guard<std::mutex> lock(mutex);
  if (byKey.count(key))
    return;
  entries.push_front({key, executable});
  byKey[key] = entries.begin();
  if (entries.size() <= capacity)
    return;
  byKey.erase(entries.back().key);
  forgotten.splice(forgotten.begin(), entries, std::prev(entries.end()));
}

} // namespace dt
