//===- LocalGeometry.h - Places and extents of components -------*- C++ -*-===//
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

/// Where this device's component of a tensor lies in the whole, and how long it
/// is. What is known before the program runs is an attribute; for the rest ops
/// are made where the builder stands.
///
/// Example: 10 positions on `x=4` are parts of 3, 3, 3 and 1. `getExtent` is a
/// `comm.shard_extent` then, `getOffset` a `comm.shard_offset`, and the local
/// type has a dynamic extent. Of 8 positions all parts have 2: the extent is
/// the attribute 2.
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
  /// Where an axis sharded on `inner` starts, counted from where the same axis
  /// sharded on `outer` does.
  mlir::OpFoldResult getOffsetWithin(llvm::ArrayRef<unsigned> inner,
                                     llvm::ArrayRef<unsigned> outer,
                                     int64_t extent, mlir::Location loc);
  /// Extents of a component under `layout`. Dynamic global extents, which are
  /// never sharded, are those of `like`, another component of the same tensor.
  mlir::SmallVector<mlir::OpFoldResult> getExtents(mlir::RankedTensorType type,
                                                   const Layout &layout,
                                                   mlir::Value like,
                                                   mlir::Location loc);
  mlir::Value createEmpty(mlir::RankedTensorType type, const Layout &layout,
                          mlir::Value like, mlir::Location loc);
  /// This device's component under `to`, cut from the one under `from`.
  mlir::Value createSlice(mlir::Value value, mlir::RankedTensorType type,
                          const Layout &from, const Layout &to,
                          mlir::Location loc);

  /// Whether this device's coordinates along `dims`, of which there is one at
  /// least, are all 0.
  mlir::Value createIsFirst(llvm::ArrayRef<unsigned> dims, mlir::Location loc);
  /// `value` on the devices that are first along `dims`, elsewhere `identity`.
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
