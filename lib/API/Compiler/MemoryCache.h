//===- MemoryCache.h - Programs that were compiled before -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_API_COMPILER_MEMORYCACHE_H
#define DTENSOR_LIB_API_COMPILER_MEMORYCACHE_H

#include "dt/Executable.h"

#include <list>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace dt {

/// The executables that were used last, by key. Any number of threads may use
/// it.
class MemoryCache {
public:
  static MemoryCache &get();
  explicit MemoryCache(size_t capacity) : capacity(capacity) {}

  std::optional<Executable> find(const std::string &key);
  /// Adds an executable, and forgets the one that was not used for longest if
  /// there are too many.
  void add(const std::string &key, const Executable &executable);
  size_t size() const { return entries.size(); }

private:
  struct Entry {
    std::string key;
    Executable executable;
  };

  const size_t capacity;
  std::mutex mutex;
  /// The one that was used last comes first.
  std::list<Entry> entries;
  std::unordered_map<std::string, std::list<Entry>::iterator> byKey;
};

} // namespace dt

#endif // DTENSOR_LIB_API_COMPILER_MEMORYCACHE_H
