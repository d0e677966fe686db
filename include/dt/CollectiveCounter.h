//===- CollectiveCounter.h - The collectives of some calls ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_COLLECTIVECOUNTER_H
#define DT_COLLECTIVECOUNTER_H

#include "dt/Export.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dt {

/// The collectives of one kind that one function ran at one place.
struct DT_EXPORT CollectiveCount {
  /// The name of the executable, or `relayout`.
  std::string function;
  /// The place in its source, such as `mlp.mlir:10:10`; empty for a relayout.
  std::string place;
  /// `all_reduce`, `all_gather`, ... as in the communication report.
  std::string kind;
  int64_t count = 0;
  /// The bytes that the most loaded device received.
  int64_t bytes_received = 0;

  bool operator==(const CollectiveCount &other) const = default;
};

/// As long as it lives, counts the collectives of the runs and relayouts that
/// this thread calls. Any number of counters count at a time. A
/// collective in a loop whose length is not known counts once.
class DT_EXPORT CollectiveCounter {
public:
  CollectiveCounter();
  ~CollectiveCounter();
  CollectiveCounter(const CollectiveCounter &) = delete;
  CollectiveCounter &operator=(const CollectiveCounter &) = delete;

  /// By function, place and kind, in the order in which they were first seen.
  const std::vector<CollectiveCount> &counts() const;
  /// The number of collectives of a kind, or of all kinds.
  int64_t total(std::string_view kind = "") const;
  int64_t bytes_received(std::string_view kind = "") const;

  /// A table for a terminal.
  std::string table() const;
  /// An array of objects with the members of `CollectiveCount`.
  std::string json() const;

  struct Impl;

private:
  std::shared_ptr<Impl> impl;
};

/// The collectives that a function runs.
template <typename Function>
std::vector<CollectiveCount> count_collectives(Function &&function) {
  CollectiveCounter counter;
  function();
  return counter.counts();
}

} // namespace dt

#endif // DT_COLLECTIVECOUNTER_H
