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

/// A tensor from which parts are fetched, with its layout.
struct FetchSource {
  Layout layout;
  /// The global extents; negative where they are not known.
  llvm::SmallVector<int64_t, 4> shape;
  /// The move of each axis from the source to the destination, in the global
  /// view.
  llvm::SmallVector<AxisMove, 4> moves;
};

/// The part of an op's loops that each device has, and the box of a tensor that
/// this part needs, since the loops read the tensor through windows. The tensor
/// is assembled from positions of other tensors.
struct Fetch {
  /// The layout of the loops.
  Layout to;
  /// The extents of the loops; negative where they are not known.
  llvm::SmallVector<int64_t, 4> loops;
  /// The window of each axis of the destination.
  llvm::SmallVector<AxisWindow, 4> windows;
  llvm::SmallVector<FetchSource, 1> sources;

  /// A move of a tensor from one layout to another. Every axis is a loop.
  static Fetch ofTensor(const Layout &to, llvm::ArrayRef<int64_t> shape);

  /// Leaves out the loops that no window reads, and numbers the others by where
  /// windows read them. So two ops with different loops that need the same
  /// boxes have equal fetches.
  void numberLoops();
};

/// The largest number of elements, over devices, that a device needs and does
/// not own. A start that is not known counts as if all elements were elsewhere.
/// The number is exact up to 4096 combinations of the coordinates that matter.
/// Beyond that, only the first, the middle and the last coordinates of mesh
/// dimensions with more than 8 devices are looked at, so that the work does not
/// depend on the mesh.
int64_t getReceivedElements(const Mesh &mesh, const Fetch &fetch);

/// The same number for several fetches together. The device that receives most
/// in one of them may receive nothing in another.
int64_t getReceivedElements(const Mesh &mesh, llvm::ArrayRef<Fetch> fetches);

/// The same number, but where the start along a sharded axis is not known, each
/// device is taken to be equally likely to have the elements. This is so in a
/// loop that walks along the axis.
double getExpectedElements(const Mesh &mesh, const Fetch &fetch);

/// The mesh dimensions, sorted, whose groups contain all transfers; none if no
/// device receives anything.
DimList getGroup(const Mesh &mesh, const Fetch &fetch);

/// Whether the positions that each device needs of an axis of the first source
/// are those that it owns, in order. False if there are more than 4096 parts.
bool isInPlace(const Mesh &mesh, const Fetch &fetch, unsigned axis);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_FETCH_H
