//===- CommonMesh.h - One mesh for several orders of devices ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_COMMONMESH_H
#define DTENSOR_LAYOUT_COMMONMESH_H

#include "dtensor/Layout/Mesh.h"

namespace dtensor {

/// A Cartesian arrangement of devices in any order.
struct DeviceGrid {
  /// The names and sizes of axes. A name may be any text, and may be missing.
  llvm::SmallVector<MeshDimension> axes;
  /// The device at each position in row-major order. If it is empty, the
  /// devices are 0, 1, 2, ...
  llvm::SmallVector<int64_t> devices;
  /// For each axis the places at which it is split, as products of the sizes of
  /// the parts to the left. May be shorter than `axes`.
  llvm::SmallVector<llvm::SmallVector<int64_t>> cuts;
};

/// A mesh whose dimensions, or groups of dimensions, are the axes of all grids.
struct CommonMesh {
  Mesh mesh;
  /// A dimension of the mesh as a part of an axis. The parts of an axis are
  /// listed major first.
  struct Part {
    unsigned dim;
    /// The product of the sizes of the parts to the left within the axis.
    int64_t preSize;
  };
  using Axis = llvm::SmallVector<Part, 2>;
  /// Whether devices have other numbers here than in the grids. All grids then
  /// number them in one common order, which the mesh does not need to know.
  bool renumbered = false;
  /// For each grid and each of its axes.
  llvm::SmallVector<llvm::SmallVector<Axis>> grids;
};

/// The coarsest mesh in row-major order for which each axis of all `grids` is
/// one or several of its dimensions. The same device has the same place in all
/// of them. A dimension has the name of the axis of the first grid that it is;
/// parts of an axis are called `x.0`, `x.1`. If all grids number the devices
/// alike, in whatever order, the mesh numbers them 0, 1, 2, ...
///
/// Errors: no grid; grids with different numbers of devices; an order with too
/// many or too few devices, or one that no mesh has; axes or splits that do not
/// nest (6 as 2x3 and as 3x2).
llvm::Expected<CommonMesh> findCommonMesh(llvm::ArrayRef<DeviceGrid> grids);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_COMMONMESH_H
