//===- SliceBox.h - The part of a slice that is in a part -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_LINALGEXT_SLICEBOX_H
#define DTENSOR_LIB_CODEGEN_LINALGEXT_SLICEBOX_H

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"

namespace dtensor {

/// One axis of a tensor that may be a part of a larger one.
struct PartAxis {
  /// Where the part begins in the whole, and how much there is of it.
  mlir::OpFoldResult start, extent;
  /// The extent of the whole.
  mlir::OpFoldResult whole;
  /// Whether positions can be outside of the part though inside of the whole.
  bool isCut;
};
llvm::SmallVector<PartAxis> getPartAxes(mlir::OpBuilder &builder,
                                        linalg_ext::PartOpInterface op);

/// Positions of a slice along an axis that lie in the part: from `low` to
/// `high` (none if these are equal), counted in the slice; `begin` is where
/// position 0 of the slice would be in the part. All are values of index type.
struct SliceRange {
  mlir::Value begin, low, high;
};

/// The slice of `size` whose begin, counted in the whole, is clamped such that
/// it is inside.
SliceRange createClampedRange(mlir::OpBuilder &builder, mlir::Location loc,
                              const PartAxis &axis, mlir::OpFoldResult size,
                              mlir::OpFoldResult begin);

/// The slice of `size` at `begin`, counted in the whole; what is outside of it
/// is left out.
SliceRange createCroppedRange(mlir::OpBuilder &builder, mlir::Location loc,
                              const PartAxis &axis, mlir::OpFoldResult size,
                              mlir::OpFoldResult begin);

/// Loops over the offsets of all `ranges`. `body` gets them, and the positions
/// in the part.
void createLoopsOver(
    mlir::OpBuilder &builder, mlir::Location loc,
    llvm::ArrayRef<SliceRange> ranges,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::ValueRange offsets,
                            mlir::ValueRange positions)>
        body);

/// Zero bits of a scalar type.
mlir::Value createZeroBits(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Type type);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LINALGEXT_SLICEBOX_H
