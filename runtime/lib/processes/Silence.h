//===- Silence.h - A process that does not answer ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_SILENCE_H
#define DTENSOR_RUNTIME_PROCESSES_SILENCE_H

#include "ProcessName.h"

#include <chrono>
#include <map>
#include <mutex>
#include <vector>

namespace dtensor::runtime {

/// A process that does not answer, such as a stopped one.
struct Silence {
  ProcessName about;
  double seconds;

  /// Such as `process 2 (host a, pid 17) does not answer since 3 s`.
  std::string describe() const;
};

/// The processes of the job that do not answer. Their neighbours tell it to all
/// again and again, so an entry that nobody has renewed is dropped.
class SilenceTable {
public:
  /// Returns whether this is new.
  bool add(const ProcessName &about, int64_t seconds);
  /// Returns whether the process was in the table.
  bool remove(int64_t rank);
  std::vector<Silence> get() const;

private:
  using Clock = std::chrono::steady_clock;
  struct Entry {
    ProcessName about;
    int64_t seconds;
    Clock::time_point added;
  };

  mutable std::mutex mutex;
  std::map<int64_t, Entry> entries;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_SILENCE_H
