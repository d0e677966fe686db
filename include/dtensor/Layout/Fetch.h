//===- Fetch.h - Windows of sharded tensors ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_FETCH_H
#define DTENSOR_LAYOUT_FETCH_H

#include "dtensor/Layout/AxisWindow.h"

namespace dtensor {

/// A tensor that parts are fetched from, as each device has its component.
struct FetchSource {
  Layout layout;
  /// Global extents; negative where nobody knows.
  llvm::SmallVector<int64_t, 4> shape;
  /// Per axis, from the source to the destination in the global view.
  llvm::SmallVector<AxisMove, 4> moves;
};

/// Each device's part of the loops of an op, and of the tensor that these
/// read through windows the box that the part needs. The tensor is made of
/// positions of other tensors.
struct Fetch {
  /// How the loops are divided.
  Layout to;
  /// Extents of the loops; negative where nobody knows.
  llvm::SmallVector<int64_t, 4> loops;
  /// Per axis of the destination.
  llvm::SmallVector<AxisWindow, 4> windows;
  llvm::SmallVector<FetchSource, 1> sources;

  /// A move from one layout of a tensor to another: every axis is a loop.
  static Fetch ofTensor(const Layout &to, llvm::ArrayRef<int64_t> shape);
};

/// The largest, over devices, number of elements that a device needs and does
/// not own. Starts that are not known count as if all were elsewhere. Exact up
/// to 4096 combinations of the coordinates that matter; beyond, of mesh
/// dimensions of more than 8 devices only the first, the middle and the last
/// coordinates are looked at, so that the work does not depend on the mesh.
int64_t getReceivedElements(const Mesh &mesh, const Fetch &fetch);

/// The same, but where the start along a sharded axis is not known, each device
/// is as likely to have what is read: so it is of a loop that walks the axis.
double getExpectedElements(const Mesh &mesh, const Fetch &fetch);

/// The mesh dimensions, sorted, whose groups no transfer leaves; none if nobody
/// receives anything.
DimList getGroup(const Mesh &mesh, const Fetch &fetch);

/// Whether what each device needs of an axis of the first source is what it
/// owns of it, in order. Not said of more than 4096 parts.
bool isInPlace(const Mesh &mesh, const Fetch &fetch, unsigned axis);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_FETCH_H
