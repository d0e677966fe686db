//===- FlightRecord.h - A collective that a device has begun ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_FLIGHT_FLIGHTRECORD_H
#define DTENSOR_RUNTIME_FLIGHT_FLIGHTRECORD_H

#include "../Topology.h"
#include "../plans/Site.h"

#include <string>
#include <vector>

namespace dtensor::runtime {

/// What a device has begun. The names are those of the ops of the local view.
/// Barriers are not recorded: the compiler inserts them, and they would push
/// out the collectives of the program.
enum class FlightOp : uint8_t {
  /// The end of the program: every device comes to it, without waiting.
  End,
  AllReduce,
  ReduceScatter,
  AllGather,
  AllToAll,
  Fetch,
  Reshape,
  Take
};

const char *getName(FlightOp op);
/// The op that a collective's site comes from, as far as the layouts tell it.
FlightOp getFlightOp(const Site &site);
/// Such as `f32`; empty for -1, which means none.
const char *getElementTypeName(int64_t type);

/// A record of a collective, as others read it.
struct FlightRecord {
  /// The number among all of the device, and among those of the same mesh
  /// dimensions; from 1.
  uint64_t number = 0;
  uint64_t groupNumber = 0;
  FlightOp op = FlightOp::End;
  /// A DtElementType; -1 if there is none.
  int64_t type = -1;
  DimMask group = 0;
  /// A hash of the whole site.
  uint64_t site = 0;
  /// The place in the source text.
  std::string where;
  /// The first ones of the global extents.
  std::vector<int64_t> extents;
  bool hasEnded = false;

  /// Such as `all_reduce 12`.
  std::string describe() const;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_FLIGHT_FLIGHTRECORD_H
