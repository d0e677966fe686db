//===- PositionForm.h - Integers that follow from positions -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_NORMALIZE_POSITIONFORM_H
#define DTENSOR_LIB_NORMALIZE_POSITIONFORM_H

#include "mlir/IR/Value.h"

namespace dtensor {

/// An integer that is linear in loops which start at 0: `constant` plus the sum
/// of `strides[loop] * loop`.
struct PositionForm {
  int64_t constant = 0;
  llvm::SmallVector<int64_t, 4> strides;

  static PositionForm ofConstant(int64_t constant, size_t numLoops);
  static PositionForm ofLoop(unsigned loop, size_t numLoops);

  /// The least and the largest value in loops of these extents, none of which
  /// is 0. Nothing if one of them does not fit 64 bits.
  std::optional<std::pair<int64_t, int64_t>>
  getRange(llvm::ArrayRef<int64_t> extents) const;
};

/// The element of an integer tensor at a position, if it follows from the
/// position alone: the tensor is computed from positions and constants. `at` is
/// linear in loops of `extents`, in which no value is out of bounds. Nothing if
/// the element is not linear.
std::optional<PositionForm> getElement(mlir::Value tensor,
                                       llvm::ArrayRef<PositionForm> at,
                                       llvm::ArrayRef<int64_t> extents);

} // namespace dtensor

#endif // DTENSOR_LIB_NORMALIZE_POSITIONFORM_H
