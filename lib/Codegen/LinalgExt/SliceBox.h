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
  /// The start of the part in the whole axis, and its extent.
  mlir::OpFoldResult start, extent;
  /// The extent of the whole.
  mlir::OpFoldResult whole;
  /// Whether a position can be inside of the whole axis but outside of the
  /// part.
  bool isCut;
};
llvm::SmallVector<PartAxis> getPartAxes(mlir::OpBuilder &builder,
                                        linalg_ext::PartOpInterface op);

/// The positions of a slice along an axis that lie in the part: from `low` to
/// `high` (empty if these are equal), counted in the slice. `begin` is the
/// position in the part of the slice's position 0. All are values of index
/// type.
struct SliceRange {
  mlir::Value begin, low, high;
};

/// The range of a slice of `size` whose begin, counted in the whole axis, is
/// clamped so that the slice is inside.
SliceRange createClampedRange(mlir::OpBuilder &builder, mlir::Location loc,
                              const PartAxis &axis, mlir::OpFoldResult size,
                              mlir::OpFoldResult begin);

/// The range of a slice of `size` at `begin`, counted in the whole axis.
/// Positions outside of the axis are left out.
SliceRange createCroppedRange(mlir::OpBuilder &builder, mlir::Location loc,
                              const PartAxis &axis, mlir::OpFoldResult size,
                              mlir::OpFoldResult begin);

/// Creates loops over the offsets of all `ranges`. `body` is called with the
/// offsets, and the positions in the part.
void createLoopsOver(
    mlir::OpBuilder &builder, mlir::Location loc,
    llvm::ArrayRef<SliceRange> ranges,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::ValueRange offsets,
                            mlir::ValueRange positions)>
        body);

/// A value of a scalar type whose bits are zero.
mlir::Value createZeroBits(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Type type);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LINALGEXT_SLICEBOX_H
