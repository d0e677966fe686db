//===- FetchPlan.h - Plans of fetches ---------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PLANS_FETCHPLAN_H
#define DTENSOR_RUNTIME_PLANS_FETCHPLAN_H

#include "Box.h"
#include "Plan.h"

namespace dtensor::runtime {

/// A half-open interval.
struct Range {
  int64_t begin;
  int64_t end;
};

inline Range intersect(Range a, Range b) {
  return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

/// Division of signed numbers, rounded down and up.
inline int64_t divideDown(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
inline int64_t divideUp(int64_t a, int64_t b) { return -divideDown(-a, b); }

/// The t for which start + stride * t lies in `range`.
inline Range getSteps(int64_t start, int64_t stride, Range range) {
  int64_t begin = range.begin - start;
  int64_t end = range.end - start;
  if (stride > 0)
    return {divideUp(begin, stride), divideUp(end, stride)};
  return {divideDown(end, stride) + 1, divideDown(begin, stride) + 1};
}

/// One axis of one source, with the numbers of the call. Step t brings position
/// start + stride * t to destStart + destStride * t.
struct FetchMove {
  AxisDims dims;
  int64_t stride;
  int64_t destStride;
  int64_t extent;
  int64_t start;
  int64_t count;
  int64_t destStart;

  /// The steps that begin in `from` and end in `to`.
  Range getSteps(Range from, Range to) const {
    return intersect(
        intersect({0, count}, runtime::getSteps(start, stride, from)),
        runtime::getSteps(destStart, destStride, to));
  }
};

/// Elements of one source that one device holds and another one needs.
struct FetchPiece {
  int64_t source;
  const FetchMove *moves;
  /// The holder for a device that receives, the receiver for one that sends.
  int64_t peer;
  /// The steps along each axis.
  Range steps[kMaxRank];
  /// The starts of the holder's component and of the receiver's destination.
  int64_t from[kMaxRank];
  int64_t to[kMaxRank];
};

/// The plan of dt_fetch.
class FetchPlan : public Plan {
public:
  FetchPlan(const Topology &topology, DtSite data, const int64_t *numbers)
      : Plan(topology, data), numbers(numbers) {}

  const char *decode();

  /// The device's destination, in the global view.
  Box getDestinationBox(Place place) const;

  /// Calls `function(source, moves)` for each source. The moves of its axes are
  /// valid until the function returns.
  template <typename Function> void forEachSource(Function &&function) const {
    SourceReader reader(*this);
    for (int64_t source = 0; source < numSources; ++source)
      function(source, reader.read());
  }

  /// The box that the device holds of a source.
  Box getSourceBox(Place place, const FetchMove *moves) const {
    Box box;
    for (int64_t axis = 0; axis < rank; ++axis) {
      box.extent[axis] = moves[axis].extent;
      getOwnedPart(topology, place, moves[axis].dims, box.offset[axis],
                   box.extent[axis]);
    }
    return box;
  }

  /// Calls `function(const FetchPiece &)` for each piece that the device needs,
  /// source by source: pieces of later sources overwrite earlier ones. Returns
  /// whether all of them are within the group. FetchWalk.h has the definition.
  template <typename Function>
  bool forEachReceive(Place place, Function &&function) const;

  /// Calls `function(const FetchPiece &)` for each piece that some peer needs
  /// of the device. The device itself may be the peer. FetchSendWalk.h has the
  /// definition.
  template <typename Function>
  void forEachSend(Place place, Function &&function) const;

  /// A loop that the windows of the destination read.
  struct Loop {
    AxisDims dims;
    int64_t extent;
  };

  /// The destination's positions along an axis for these parts of the loops;
  /// empty if a part is empty.
  Range getHull(int64_t axis, const Range *parts) const;

  const int64_t *numbers;
  int64_t rank;
  int64_t numLoops;
  int64_t numSources;
  /// What the device itself holds is neither received nor sent.
  bool fromPeersOnly;
  Loop loops[kMaxRank];
  /// For each axis of the destination: offset, number of terms, terms.
  DtSite windows[kMaxRank];

private:
  /// Reads the sources one after the other.
  class SourceReader {
  public:
    explicit SourceReader(const FetchPlan &plan)
        : rank(plan.rank), next(plan.firstSource),
          nextNumber(plan.numbers + plan.numLoops) {}
    const FetchMove *read();
    DtSite getNext() const { return next; }

  private:
    int64_t rank;
    DtSite next;
    const int64_t *nextNumber;
    FetchMove moves[kMaxRank];
  };

  DtSite firstSource;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PLANS_FETCHPLAN_H
