//===- ShardingConverter.h - Shardings as layouts of one mesh --*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_SHARDINGCONVERTER_H
#define DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_SHARDINGCONVERTER_H

#include "HloShardings.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "dtensor/Frontend/Shardy/IR/Shardy.h"
#include "dtensor/Layout/CommonMesh.h"
#include "mlir/IR/BuiltinOps.h"

namespace dtensor::sdy {

/// Turns the shardings of a module, whatever their meshes, into layouts on one
/// mesh.
class ShardingConverter {
public:
  /// Finds the mesh for all shardings of `module`, or, if there are none, for
  /// its `sdy.mesh` ops. Emits errors.
  static mlir::FailureOr<ShardingConverter> create(mlir::ModuleOp module);

  /// Whether the module says anything of a mesh.
  bool hasMesh() const { return common.mesh.getNumDimensions() != 0; }
  const Mesh &getMesh() const { return common.mesh; }
  /// Whether the program calls devices otherwise than the mesh does.
  bool isRenumbered() const { return common.renumbered; }
  /// Whether `mesh` is part of it.
  bool isUsed(MeshAttr mesh) const { return grids.contains(mesh); }

  /// What layouts call the mesh from now on.
  mlir::FlatSymbolRefAttr getMeshName() const { return meshName; }
  void setMeshName(mlir::FlatSymbolRefAttr name) { meshName = name; }

  /// The `#dtensor.layout` or `#dtensor.constraint` of a sharding; null if it
  /// says nothing. Emits errors at `op`.
  mlir::FailureOr<mlir::Attribute> convert(mlir::Operation *op,
                                           TensorShardingAttr sharding) const;

  /// The same for the `mhlo.sharding` of value `index` of `count`, of which the
  /// axes `open` may be sharded further.
  mlir::FailureOr<mlir::Attribute>
  convert(mlir::Operation *op, mlir::StringAttr text, unsigned index,
          unsigned count, mlir::Type type,
          llvm::ArrayRef<int64_t> open = {}) const {
    return hlo.convert(op, text, index, count, type, open, common, meshName);
  }

  std::optional<int64_t> getGroup(mlir::StringAttr text) const {
    return hlo.getGroup(text);
  }

  /// The layout of a value inside of which only `manual` axes are taken apart.
  /// Emits errors at `op`: an open or priority sharding, other axes.
  mlir::FailureOr<LayoutAttr> convertManual(mlir::Operation *op,
                                            TensorShardingAttr sharding,
                                            ManualAxesAttr manual) const;

  /// Whether all axes of the sharding's mesh that have several devices are in
  /// `manual`.
  bool isWholeMesh(mlir::Operation *op, TensorShardingAttr sharding,
                   ManualAxesAttr manual) const;

private:
  MeshAttr getGrid(mlir::Operation *op, TensorShardingAttr sharding) const;
  /// Dimensions of the common mesh that `axes` of `mesh` are.
  DimList getDims(MeshAttr mesh, llvm::ArrayRef<AxisRefAttr> axes) const;

  CommonMesh common;
  mlir::FlatSymbolRefAttr meshName;
  HloShardings hlo;
  /// Which grid of `common` a mesh is.
  llvm::DenseMap<MeshAttr, unsigned> grids;
  /// Meshes of symbols.
  llvm::DenseMap<mlir::Attribute, MeshAttr> symbols;
};

} // namespace dtensor::sdy

#endif // DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_SHARDINGCONVERTER_H
