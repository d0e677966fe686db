//===- ShiftedFetch.h - Fetches of shifted boxes ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_COLLECTIVES_SHIFTEDFETCH_H
#define DTENSOR_LIB_COLLECTIVES_SHIFTEDFETCH_H

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "dtensor/Layout/ShiftedTensor.h"

namespace dtensor {

/// A fetch of shifted boxes of one tensor.
struct ShiftedFetch {
  comm::FetchOp op;
  /// What the op fetches, from its own source.
  Fetch fetch;
  /// The boxes of `source`. That is the op's source, or that of another fetch
  /// which makes the op's source.
  ShiftedTensor tensor;
  mlir::Value source;
  LayoutAttr from;
  llvm::SmallVector<int64_t> sourceShape;
  /// The value of the positions that are in no box; null if there are none, or
  /// if they are not used.
  mlir::Value filling;
};

/// The fetches of a block, in order, that bring shifted boxes of one tensor and
/// whose results have static shapes. With `through`, they are described by the
/// source of a chain of fetches and slices.
std::vector<ShiftedFetch> findShifts(mlir::Block &block, const Mesh &mesh,
                                     bool through);

} // namespace dtensor

#endif // DTENSOR_LIB_COLLECTIVES_SHIFTEDFETCH_H
