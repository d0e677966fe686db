//===- Windows.h - Windows of all axes --------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_DIALECT_LINALGEXT_IR_WINDOWS_H
#define DTENSOR_DIALECT_LINALGEXT_IR_WINDOWS_H

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"

namespace dtensor::linalg_ext {

/// The windows along each axis. Window `o` reads, for w below `sizes`, the
/// position `o * strides + w * dilations - low` of an axis whose positions lie
/// `baseDilations` apart.
struct Windows {
  llvm::SmallVector<int64_t> sizes, strides, baseDilations, dilations, low,
      high;

  /// The extent of an axis of `extent` with dilation and padding.
  int64_t getPaddedExtent(unsigned axis, int64_t extent) const;
  /// The number of windows.
  int64_t getCount(unsigned axis, int64_t extent) const;
};

Windows getWindows(ReduceWindowOp op);
Windows getWindows(SelectAndScatterOp op);

} // namespace dtensor::linalg_ext

#endif // DTENSOR_DIALECT_LINALGEXT_IR_WINDOWS_H
