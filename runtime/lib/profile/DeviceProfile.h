//===- DeviceProfile.h - The events of one device ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROFILE_DEVICEPROFILE_H
#define DTENSOR_RUNTIME_PROFILE_DEVICEPROFILE_H

#include "dtensor/Runtime/Profile.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace dtensor::runtime {

/// The events of one device, in ticks of the processor. Only the device writes,
/// and only its own lines of the cache: an event costs two looks at the clock
/// and some stores.
class DeviceProfile {
public:
  /// Keeps at most `maxSpans` spans. Throws std::bad_alloc.
  explicit DeviceProfile(size_t maxSpans);

  struct Span {
    DtEvent event;
    uint64_t begin, end, wait;
    /// Its number in `getPrograms`.
    size_t program;
  };
  struct Total {
    DtEvent event = nullptr;
    const char *text = nullptr;
    int64_t count = 0;
    /// Without events within.
    uint64_t ticks = 0;
    uint64_t wait = 0;
  };
  /// What one program has done.
  struct Program {
    DtProgram program;
    /// By the number of the event.
    std::vector<Total> totals;
    /// The runs; `ticks` are those in no event.
    Total runs;
    uint64_t runTicks = 0;
  };

  void beginRun(DtProgram program);
  void endRun();
  void begin(DtEvent event, const char *text);
  void end();
  /// The device waits in the event that has begun last.
  void beginWait();
  void endWait();

  /// Spans in the order of their ends, and how many of later ones are lost.
  int64_t getNumSpans() const { return numSpans; }
  const Span &getSpan(int64_t i) const { return spans[i]; }
  int64_t getNumLost() const { return numLost; }
  /// In the order of their first runs.
  const std::vector<Program> &getPrograms() const { return programs; }

private:
  struct Open {
    DtEvent event;
    const char *text;
    uint64_t begin;
    /// Of the events within that have ended.
    uint64_t inner;
    uint64_t wait;
  };
  struct Free {
    void operator()(Span *memory) const;
  };

  void setProgram(DtProgram program);
  Total &getTotal(DtEvent event);
  void add(DtEvent event, uint64_t begin, uint64_t end, uint64_t wait);

  std::vector<Open> open;
  std::vector<Program> programs;
  /// The number of the one that runs.
  size_t current = 0;
  uint64_t waitBegin = 0;
  /// Only the pages that are written to exist.
  std::unique_ptr<Span[], Free> spans;
  int64_t maxSpans;
  int64_t numSpans = 0;
  int64_t numLost = 0;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROFILE_DEVICEPROFILE_H
