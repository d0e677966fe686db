//===- ComposedFetch.cpp - A fetch of fetched values ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/ComposedFetch.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;

bool dtensor::isComponent(const Mesh &mesh, const Fetch &inner,
                          const FetchSource &source) {
  Layout own = source.layout.withoutTrivialDims(mesh);
  Layout to = inner.to.withoutTrivialDims(mesh);
  if (own.getPartial() != to.getPartial())
    return false;
  for (auto [axis, window] : llvm::enumerate(inner.windows)) {
    int64_t extent = source.shape[axis];
    if (window.isLoop()) {
      unsigned loop = window.terms.front().loop;
      if (inner.loops[loop] != extent || to.getAxis(loop) != own.getAxis(axis))
        return false;
    } else if (!window.terms.empty() || window.offset != 0 || extent != 1 ||
               !own.getAxis(axis).empty()) {
      return false;
    }
  }
  return true;
}

/// All positions of the source that a move with steps reads.
static Slice getRead(const AxisMove &move) {
  int64_t last = move.start + move.stride * (move.count - 1);
  return {std::min(move.start, last), std::abs(last - move.start) + 1};
}

/// Removes the steps that lead outside of a destination of `extent`.
static AxisMove clip(AxisMove move, int64_t extent) {
  Slice steps = move.getSteps(getRead(move), {0, extent});
  return {move.start + move.stride * steps.offset, move.stride, steps.extent,
          move.destStart + move.destStride * steps.offset, move.destStride};
}

/// The positions of the destination from the first to the last that are written
/// from a source of `extent`, and their number.
namespace {
struct Written {
  int64_t first, last, count;
};
} // namespace

static Written getWritten(const AxisMove &move, int64_t extent) {
  Slice all{move.destStart, move.destStride * std::max<int64_t>(move.count, 1)};
  Slice steps = move.getSteps({0, extent}, all);
  int64_t first = move.destStart + move.destStride * steps.offset;
  return {first, first + move.destStride * (steps.extent - 1), steps.extent};
}

bool dtensor::coversAll(const Fetch &inner, const FetchSource &outer) {
  std::optional<unsigned> joined;
  llvm::SmallVector<Written> parts;
  int64_t joinedTotal = 0, joinedWanted = 0;
  for (const FetchSource &source : inner.sources) {
    for (auto [axis, move] : llvm::enumerate(outer.moves)) {
      std::optional<AxisMove> both =
          compose(clip(source.moves[axis], outer.shape[axis]), move);
      if (!both)
        return false;
      Written moved = getWritten(*both, source.shape[axis]);
      int64_t wanted = getWritten(move, outer.shape[axis]).count;
      if (moved.count == wanted)
        continue;
      if (joined && *joined != axis)
        return false;
      joined = axis;
      joinedWanted = wanted;
    }
  }
  if (!joined)
    return !inner.sources.empty();
  for (const FetchSource &source : inner.sources) {
    AxisMove both = *compose(clip(source.moves[*joined], outer.shape[*joined]),
                             outer.moves[*joined]);
    Written moved = getWritten(both, source.shape[*joined]);
    if (moved.count == 0)
      continue;
    for (const Written &other : parts)
      if (moved.first <= other.last && other.first <= moved.last)
        return false;
    parts.push_back(moved);
    joinedTotal += moved.count;
  }
  return joinedTotal == joinedWanted;
}

std::optional<Fetch> dtensor::composeAt(const Fetch &outer, unsigned index,
                                        const Fetch &inner) {
  const FetchSource &source = outer.sources[index];
  Fetch composed = outer;
  composed.sources.clear();
  for (auto [number, kept] : llvm::enumerate(outer.sources)) {
    if (number != index) {
      composed.sources.push_back(kept);
      continue;
    }
    for (const FetchSource &innerSource : inner.sources) {
      FetchSource moved = innerSource;
      for (auto [axis, move] : llvm::enumerate(moved.moves)) {
        std::optional<AxisMove> both =
            compose(clip(move, source.shape[axis]), source.moves[axis]);
        if (!both)
          return std::nullopt;
        move = *both;
      }
      composed.sources.push_back(std::move(moved));
    }
  }
  return composed;
}
