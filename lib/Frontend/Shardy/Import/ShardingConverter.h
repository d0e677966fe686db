//===- ShardingConverter.h - Shardings as layouts of one mesh ---*- C++ -*-===//
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

/// Turns the shardings of a module, on any meshes, into layouts on one mesh.
class ShardingConverter {
public:
  /// Finds the mesh for all shardings of `module`, or, if there are none, for
  /// its `sdy.mesh` ops. Emits errors.
  static mlir::FailureOr<ShardingConverter> create(mlir::ModuleOp module);

  /// Whether the module determines a mesh.
  bool hasMesh() const { return common.mesh.getNumDimensions() != 0; }
  const Mesh &getMesh() const { return common.mesh; }
  /// Whether the program numbers devices in another order than the mesh.
  bool isRenumbered() const { return common.renumbered; }
  /// Whether `mesh` is part of it.
  bool isUsed(MeshAttr mesh) const { return grids.contains(mesh); }

  /// The name of the mesh in layouts.
  mlir::FlatSymbolRefAttr getMeshName() const { return meshName; }
  void setMeshName(mlir::FlatSymbolRefAttr name) { meshName = name; }

  /// The `#dtensor.layout` or `#dtensor.constraint` of a value of `type` with a
  /// sharding; null if it requires nothing. A value on a single device is
  /// replicated, with a warning at `op`. Emits errors at `op`.
  mlir::FailureOr<mlir::Attribute> convert(mlir::Operation *op,
                                           TensorShardingAttr sharding,
                                           mlir::RankedTensorType type) const;

  /// The same for the `mhlo.sharding` of value `index` of `count`. The axes
  /// `open` may be sharded further. `isInside` says that the value is in a
  /// manual computation.
  mlir::FailureOr<mlir::Attribute>
  convert(mlir::Operation *op, mlir::StringAttr text, unsigned index,
          unsigned count, mlir::Type type, bool isInside,
          llvm::ArrayRef<int64_t> open = {}) const {
    return hlo.convert(op, text, index, count, type, open, isInside, common,
                       meshName);
  }
  DimList getManualDims(mlir::StringAttr text) const {
    return hlo.getManualDims(text, common);
  }

  std::optional<int64_t> getGroup(mlir::StringAttr text) const {
    return hlo.getGroup(text);
  }

  /// The sharding of a value at the border of a manual computation.
  struct ManualSharding {
    /// The layout along manual axes.
    LayoutAttr layout;
    /// The layout of its components along other axes; null if there is none.
    mlir::Attribute inside;
  };
  /// Emits errors at `op`: a manual axis behind another one, components that
  /// are unreduced.
  mlir::FailureOr<ManualSharding> convertManual(mlir::Operation *op,
                                                TensorShardingAttr sharding,
                                                ManualAxesAttr manual) const;

  /// The dimensions of the mesh that belong to the manual axes of a
  /// computation.
  DimList getManualDims(ManualComputationOp op) const;

private:
  /// Splits dimensions of the mesh so that the groups of collectives lie along
  /// some of them, where that is possible.
  void takeApart(mlir::ModuleOp module,
                 llvm::SmallVectorImpl<DeviceGrid> &grids);
  MeshAttr getGrid(mlir::Operation *op, TensorShardingAttr sharding) const;
  /// The dimensions of the common mesh that belong to `axes` of `mesh`.
  DimList getDims(MeshAttr mesh, llvm::ArrayRef<AxisRefAttr> axes) const;

  CommonMesh common;
  mlir::FlatSymbolRefAttr meshName;
  HloShardings hlo;
  /// The number of a mesh's grid in `common`.
  llvm::DenseMap<MeshAttr, unsigned> grids;
  /// The meshes by their symbols.
  llvm::DenseMap<mlir::Attribute, MeshAttr> symbols;
};

} // namespace dtensor::sdy

#endif // DTENSOR_LIB_FRONTEND_SHARDY_IMPORT_SHARDINGCONVERTER_H
