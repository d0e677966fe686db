//===- ShiftedTensor.h - Tensors of shifted boxes ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_SHIFTEDTENSOR_H
#define DTENSOR_LAYOUT_SHIFTEDTENSOR_H

#include "dtensor/Layout/Fetch.h"
#include <vector>

namespace dtensor {

/// The positions from `begin` to before `end` of a tensor, for each axis.
/// Position `p` is position `p + shift` of a source.
struct ShiftedBox {
  llvm::SmallVector<int64_t, 4> shift, begin, end;

  bool isEmpty() const;
  int64_t getNumElements() const;
  /// The positions that are in both boxes, with the shift of this one.
  ShiftedBox intersect(const ShiftedBox &other) const;
  /// The smallest box that contains both, with the shift of this one.
  ShiftedBox getHull(const ShiftedBox &other) const;
};

/// A tensor that is put together from boxes of one source, which may overlap
/// there. A rotation by one position has two of them: `[3, 0, 1, 2]` is `[3]`
/// with the shift 3, and `[0, 1, 2]` with the shift -1. Positions in no box
/// have other contents.
struct ShiftedTensor {
  llvm::SmallVector<int64_t, 4> shape;
  std::vector<ShiftedBox> boxes;

  /// The tensor that a fetch assembles if all its sources are one tensor.
  /// Nothing if it reads through windows or by steps, if an extent is not
  /// known, or if boxes overlap in the destination.
  static std::optional<ShiftedTensor> ofFetch(const Fetch &fetch);

  /// Whether each position is in a box.
  bool isCovered() const;
};

/// The tensor that `outer` makes from the one that `inner` makes, as boxes of
/// the source of `inner`.
ShiftedTensor compose(const ShiftedTensor &outer, const ShiftedTensor &inner);

/// A tensor of which others are slices, each at its offset.
struct JoinedTensor {
  ShiftedTensor whole;
  std::vector<llvm::SmallVector<int64_t, 4>> offsets;
};

/// The smallest tensor that has the boxes of all tensors, which have the same
/// shape and source. The largest box of each lies where the source has it. So
/// `[0, 1]` and `[1, 2]` are slices of `[0, 1, 2]`. Nothing if a tensor would
/// find a box of another one at its positions.
std::optional<JoinedTensor> join(llvm::ArrayRef<const ShiftedTensor *> tensors);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_SHIFTEDTENSOR_H
