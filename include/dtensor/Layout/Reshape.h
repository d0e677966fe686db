//===- Reshape.h - Moves between tensors of two shapes ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reshape keeps the row-major order of the elements. Between any layout of
// the one shape and any layout of the other each device can be sent just what
// it wants and does not own.
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_RESHAPE_H
#define DTENSOR_LAYOUT_RESHAPE_H

#include "dtensor/Layout/Layout.h"

namespace dtensor {

/// A tensor's shape with its layout.
struct LaidShape {
  llvm::ArrayRef<int64_t> shape;
  const Layout &layout;
};

/// Neighbouring axes of two shapes that hold the same positions: as few as
/// possible, so that most groups are one axis on each side or on one.
struct ReshapeGroup {
  /// Half-open intervals of axes.
  unsigned fromBegin, fromEnd, toBegin, toEnd;
};

/// The groups of two shapes of equally many elements, major first; one group if
/// there are none. With dynamic extents, those that the static ones before and
/// behind them tell.
llvm::SmallVector<ReshapeGroup> getReshapeGroups(llvm::ArrayRef<int64_t> from,
                                                 llvm::ArrayRef<int64_t> to);

/// The largest, over devices, number of elements that a device owns under `to`
/// and not under `from`. Looks at axes alone, not at partial dimensions. Exact
/// for static shapes, save where groups of several axes on both sides, or the
/// coordinates to look at, are too many to walk: then it is the bound that the
/// most loaded device owns nothing of what it wants. Dynamic extents count as
/// large even ones.
int64_t getReshapedElements(const Mesh &mesh, const LaidShape &from,
                            const LaidShape &to);

/// Mesh dimensions, sorted, whose groups no transfer leaves: those that shard
/// `from`, but for those that cut both sides alike.
DimList getReshapeDims(const Mesh &mesh, const LaidShape &from,
                       const LaidShape &to);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_RESHAPE_H
