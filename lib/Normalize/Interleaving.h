//===- Interleaving.h - Positions of two tensors in turn --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_NORMALIZE_INTERLEAVING_H
#define DTENSOR_LIB_NORMALIZE_INTERLEAVING_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace dtensor {

/// `extent` positions of `source` along one axis, and all along the others.
struct AxisSlice {
  mlir::Value source;
  int64_t offset, extent, stride;

  bool is(int64_t wantedOffset, int64_t wantedExtent,
          int64_t wantedStride) const {
    return offset == wantedOffset && extent == wantedExtent &&
           (stride == wantedStride || extent <= 1);
  }
};
std::optional<AxisSlice> matchAxisSlice(mlir::Value value, int64_t axis);

/// `whole` has the positions of `even` and `odd` along `axis` in turn,
/// beginning with `even`.
struct Interleaving {
  mlir::Value even, odd;
  int64_t axis;
  /// The ops that put zeros between the positions, and add.
  llvm::SmallVector<mlir::Operation *> ops;
};
std::optional<Interleaving> matchInterleaving(mlir::Value whole);

/// The constant that all elements of `value`, a tensor or a scalar, are equal
/// to. Null if there is no such constant, or if it is complex.
mlir::TypedAttr getConstantElement(mlir::Value value);

} // namespace dtensor

#endif // DTENSOR_LIB_NORMALIZE_INTERLEAVING_H
