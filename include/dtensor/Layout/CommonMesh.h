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
  /// Names and sizes of axes; names may be any text, and missing.
  llvm::SmallVector<MeshDimension> axes;
  /// The device at each position in row-major order; empty: counted through.
  llvm::SmallVector<int64_t> devices;
  /// For each axis the places at which it is taken apart: products of the sizes
  /// of the parts to the left. May be shorter than `axes`.
  llvm::SmallVector<llvm::SmallVector<int64_t>> cuts;
};

/// A mesh of which the axes of all grids are made.
struct CommonMesh {
  Mesh mesh;
  /// Dimensions of the mesh with what they are of an axis, major first.
  struct Part {
    unsigned dim;
    /// The product of the sizes of the parts to the left within the axis.
    int64_t preSize;
  };
  using Axis = llvm::SmallVector<Part, 2>;
  /// Whether devices have other numbers here than in the grids, which all count
  /// them in one order that no mesh needs to know.
  bool renumbered = false;
  /// For each grid and each of its axes.
  llvm::SmallVector<llvm::SmallVector<Axis>> grids;
};

/// The coarsest mesh in row-major order whose dimensions, one or several of
/// them, are the axes of all `grids`: the same device has the same place in
/// all. Dimensions are called as the axis of the first grid that is one, and as
/// parts of an axis `x.0`, `x.1`. If all grids count the devices alike,
/// whatever the order, the mesh counts through.
///
/// Errors: no grid; grids of different numbers of devices; an order of too many
/// or few devices, or one that no mesh has; axes or cuts that do not nest (6 as
/// 2x3 and as 3x2).
llvm::Expected<CommonMesh> findCommonMesh(llvm::ArrayRef<DeviceGrid> grids);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_COMMONMESH_H
