//===- Reshape.h - Moves between tensors of two shapes ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reshape keeps the row-major order of the elements. Between any layout of
// the one shape and any layout of the other, each device can be sent exactly
// the elements that it needs and does not own.
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

/// Neighbouring axes of two shapes that hold the same positions. A group has as
/// few axes as possible, so that most groups have one axis on at least one
/// side.
struct ReshapeGroup {
  /// Half-open intervals of axes.
  unsigned fromBegin, fromEnd, toBegin, toEnd;
};

/// The groups of two shapes with equally many elements, major first. There is a
/// single group if the shapes cannot be divided. With dynamic extents, only
/// those groups are found that follow from the static extents before and behind
/// them.
llvm::SmallVector<ReshapeGroup> getReshapeGroups(llvm::ArrayRef<int64_t> from,
                                                 llvm::ArrayRef<int64_t> to);

/// The largest number of elements, over devices, that a device owns under `to`
/// and not under `from`. Only axes are looked at, not partial dimensions. The
/// number is exact for static shapes, unless groups with several axes on both
/// sides, or the coordinates to look at, are too many to enumerate. Then it is
/// an upper bound: that the most loaded device owns nothing of what it needs.
/// Dynamic extents count as large ones that shard evenly.
int64_t getReshapedElements(const Mesh &mesh, const LaidShape &from,
                            const LaidShape &to);

/// The mesh dimensions, sorted, whose groups contain all transfers. These are
/// the dimensions that shard `from`, except for those that shard both sides
/// alike.
DimList getReshapeDims(const Mesh &mesh, const LaidShape &from,
                       const LaidShape &to);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_RESHAPE_H
