//===- LocalShapes.h - The shapes that devices have -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_LOCALSHAPES_H
#define DTENSOR_LAYOUT_LOCALSHAPES_H

#include "dtensor/Layout/Layout.h"

namespace dtensor {

/// A shape, and the number of devices whose components have it.
struct LocalShape {
  llvm::SmallVector<int64_t> shape;
  int64_t numDevices;
};

/// The different shapes of the components of a tensor, the largest one of the
/// first axis first. They are found by arithmetic, without a walk over the
/// devices: each mesh dimension of an axis gives all coordinates but a few the
/// same extent. All extents of `shape` are static.
llvm::SmallVector<LocalShape> getLocalShapes(const Mesh &mesh,
                                             const Layout &layout,
                                             llvm::ArrayRef<int64_t> shape);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_LOCALSHAPES_H
