//===- AxisWindow.h - Which positions of an axis are read -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_AXISWINDOW_H
#define DTENSOR_LAYOUT_AXISWINDOW_H

#include "dtensor/Layout/Layout.h"

namespace dtensor {

/// `stride` positions of an axis further for each position of a loop.
struct WindowTerm {
  unsigned loop;
  /// At least 1.
  int64_t stride;

  bool operator==(const WindowTerm &other) const = default;
};

/// An axis that is read at `offset` plus the sum of `stride * loop` over its
/// terms: `2 * i + k - 1` is what a convolution of stride 2 reads. What a part
/// of the loops reads lies in one interval, which overlaps those of other
/// parts.
struct AxisWindow {
  int64_t offset = 0;
  llvm::SmallVector<WindowTerm, 2> terms;

  /// The axis of one loop, position by position.
  static AxisWindow ofLoop(unsigned loop) { return {0, {{loop, 1}}}; }
  bool isLoop() const {
    return offset == 0 && terms.size() == 1 && terms.front().stride == 1;
  }

  /// From the first position to the last that these parts of the loops (one
  /// slice per loop) read; of no extent where one of them is empty.
  Slice getHull(llvm::ArrayRef<Slice> loops) const;

  bool operator==(const AxisWindow &other) const = default;
};

/// Positions of a source's axis that become positions of a destination's: for
/// each t in [0, count) `start + stride * t` goes to `destStart + destStride *
/// t`. Strided slices (`stride`), reversals (a negative one), paddings
/// (`destStart`) and interior paddings (`destStride`) are such moves. What
/// lies outside of source or destination is not moved.
struct AxisMove {
  int64_t start = 0;
  /// Not 0.
  int64_t stride = 1;
  int64_t count = 0;
  int64_t destStart = 0;
  /// At least 1.
  int64_t destStride = 1;

  /// A start that is not known before the program runs.
  static constexpr int64_t kDynamic = INT64_MIN;

  /// All of an axis, to where it was.
  static AxisMove ofAll(int64_t extent) { return {0, 1, extent, 0, 1}; }
  bool isAllOf(int64_t extent) const { return *this == ofAll(extent); }

  /// The steps t from a position in `source` to one in `dest`.
  Slice getSteps(Slice source, Slice dest) const;

  bool operator==(const AxisMove &other) const = default;
};

/// `inner` then `outer`, where the destination's axis of `inner` is the
/// source's of `outer`: the one move that does the same to what `inner` has
/// moved. Nothing if no single move does.
std::optional<AxisMove> compose(const AxisMove &inner, const AxisMove &outer);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_AXISWINDOW_H
