//===- FlightRecorder.h - The last collectives of a device ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_FLIGHT_FLIGHTRECORDER_H
#define DTENSOR_RUNTIME_FLIGHT_FLIGHTRECORDER_H

#include "../plans/Plan.h"
#include "FlightRecord.h"
#include "dtensor/Runtime/ABI.h"

#include <array>
#include <atomic>

namespace dtensor::runtime {

/// The last collectives of one device, in a ring. To record one costs some
/// stores to a line or two of the cache. Texts and sites stay in the program,
/// and are copied when its call ends, since the program may be gone later.
///
/// The device writes. Other threads may read at any time: a record that is
/// overwritten meanwhile is left out.
class FlightRecorder {
public:
  static constexpr int64_t kNumRecords = 64;
  static constexpr int64_t kMaxExtents = 10;

  /// The memory of a recorder. It is zeroed at first.
  struct Ring;
  static const size_t kRingBytes;

  void setMemory(void *memory) { ring = static_cast<Ring *>(memory); }

  /// Records that the device begins a collective. `site` has `size` integers.
  void begin(FlightOp op, const Plan &plan, const char *where,
             const int64_t *extents, int64_t numExtents);
  /// Records that the last one has ended.
  void end();
  /// Records that the program has ended.
  void endProgram(DimMask allDims, const char *where);
  /// Forgets everything, after a call that failed.
  void clear();

  /// The records that are left, the oldest one first.
  std::vector<FlightRecord> read() const;
  /// The last one; its number is 0 if there is none.
  FlightRecord readLast() const;

private:
  bool read(uint64_t number, FlightRecord &record) const;
  uint64_t count(DimMask group);
  void record(FlightOp op, DimMask group, const char *where, DtSite site,
              int64_t siteSize, const int64_t *extents, int64_t numExtents);
  void settle();

  Ring *ring = nullptr;
  std::atomic<uint64_t> numBegun{0};
  std::atomic<uint64_t> numEnded{0};
  std::atomic<uint64_t> numSettled{0};
  /// The numbers of collectives by their mesh dimensions. Programs with more
  /// sets of dimensions count the rest together.
  struct Count {
    DimMask group = 0;
    uint64_t number = 0;
  };
  std::array<Count, 8> counts;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_FLIGHT_FLIGHTRECORDER_H
