//===- LocalGeometry.h - Positions of components ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PARTITION_LOCALGEOMETRY_H
#define DTENSOR_PARTITION_LOCALGEOMETRY_H

#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/IR/Builders.h"

namespace dtensor {

/// The position and the extents of this device's component in the whole tensor.
/// Numbers that are known at compile time are attributes. For the others, ops
/// are made where the builder stands.
///
/// For example, 10 positions on `x=4` have parts of 3, 3, 3 and 1. Then
/// `getExtent` is a `comm.shard_extent`, `getOffset` is a `comm.shard_offset`,
/// and the local type has a dynamic extent. If there are 8 positions, all parts
/// have 2, and the extent is the attribute 2.
class LocalGeometry {
public:
  LocalGeometry(const Mesh &mesh, mlir::FlatSymbolRefAttr meshName,
                mlir::OpBuilder &builder)
      : mesh(mesh), meshName(meshName), builder(builder) {}

  const Mesh &getMesh() const { return mesh; }
  mlir::FlatSymbolRefAttr getMeshName() const { return meshName; }
  LayoutAttr getAttr(const Layout &layout) const;

  /// The type of a component. Uneven axes have dynamic local extents.
  mlir::RankedTensorType getLocalType(mlir::RankedTensorType type,
                                      const Layout &layout) const;

  /// This device's extent and start of an axis of `extent` sharded on `dims`.
  mlir::OpFoldResult getExtent(llvm::ArrayRef<unsigned> dims, int64_t extent,
                               mlir::Location loc);
  mlir::OpFoldResult getOffset(llvm::ArrayRef<unsigned> dims, int64_t extent,
                               mlir::Location loc);
  /// The start of an axis sharded on `inner`, relative to the start of the same
  /// axis sharded on `outer`.
  mlir::OpFoldResult getOffsetWithin(llvm::ArrayRef<unsigned> inner,
                                     llvm::ArrayRef<unsigned> outer,
                                     int64_t extent, mlir::Location loc);
  /// The extents of a component under `layout`. Dynamic global extents, which
  /// are never sharded, are taken from `like`, another component of the same
  /// tensor.
  mlir::SmallVector<mlir::OpFoldResult> getExtents(mlir::RankedTensorType type,
                                                   const Layout &layout,
                                                   mlir::Value like,
                                                   mlir::Location loc);
  mlir::Value createEmpty(mlir::RankedTensorType type, const Layout &layout,
                          mlir::Value like, mlir::Location loc);
  /// Slices this device's component under `to` out of the one under `from`.
  mlir::Value createSlice(mlir::Value value, mlir::RankedTensorType type,
                          const Layout &from, const Layout &to,
                          mlir::Location loc);

  /// Whether all coordinates of this device along `dims` are 0. There must be
  /// at least one dimension.
  mlir::Value createIsFirst(llvm::ArrayRef<unsigned> dims, mlir::Location loc);
  /// Selects `value` on the devices that are first along `dims`, and `identity`
  /// on the others.
  mlir::Value createKeepOnFirst(mlir::Value value, mlir::Value identity,
                                llvm::ArrayRef<unsigned> dims,
                                mlir::Location loc);

private:
  mlir::ArrayAttr getDimNames(llvm::ArrayRef<unsigned> dims);

  const Mesh &mesh;
  mlir::FlatSymbolRefAttr meshName;
  mlir::OpBuilder &builder;
};

} // namespace dtensor

#endif // DTENSOR_PARTITION_LOCALGEOMETRY_H
