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

/// A term of a window: for each position of a loop, `stride` positions of the
/// axis.
struct WindowTerm {
  unsigned loop;
  /// At least 1.
  int64_t stride;

  bool operator==(const WindowTerm &other) const = default;
};

/// An axis that is read at `offset` plus the sum of `stride * loop` over its
/// terms. For example, a convolution of stride 2 reads `2 * i + k - 1`. Each
/// part of the loops reads one interval, and the intervals of different parts
/// overlap.
struct AxisWindow {
  int64_t offset = 0;
  llvm::SmallVector<WindowTerm, 2> terms;

  /// The axis of one loop, position by position.
  static AxisWindow ofLoop(unsigned loop) { return {0, {{loop, 1}}}; }
  bool isLoop() const {
    return offset == 0 && terms.size() == 1 && terms.front().stride == 1;
  }

  /// The interval from the first to the last position that these parts of the
  /// loops (one slice per loop) read. It is empty if one of them is empty.
  Slice getHull(llvm::ArrayRef<Slice> loops) const;

  bool operator==(const AxisWindow &other) const = default;
};

/// A map from positions of a source axis to positions of a destination axis:
/// for each t in [0, count), `start + stride * t` goes to `destStart +
/// destStride * t`. Such moves describe strided slices (`stride`), reversals (a
/// negative one), padding (`destStart`) and interior padding (`destStride`).
/// Positions outside of source or destination are not moved.
struct AxisMove {
  int64_t start = 0;
  /// Not 0.
  int64_t stride = 1;
  int64_t count = 0;
  int64_t destStart = 0;
  /// At least 1.
  int64_t destStride = 1;

  /// Stands for a start that is not known before the program runs.
  static constexpr int64_t kDynamic = INT64_MIN;

  /// Moves a whole axis without a change.
  static AxisMove ofAll(int64_t extent) { return {0, 1, extent, 0, 1}; }
  bool isAllOf(int64_t extent) const { return *this == ofAll(extent); }

  /// The steps t that lead from a position in `source` to one in `dest`.
  Slice getSteps(Slice source, Slice dest) const;

  bool operator==(const AxisMove &other) const = default;
};

/// The single move that has the effect of `inner` followed by `outer`, or
/// nothing if no single move has it. The destination axis of `inner` is the
/// source axis of `outer`.
std::optional<AxisMove> compose(const AxisMove &inner, const AxisMove &outer);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_AXISWINDOW_H
