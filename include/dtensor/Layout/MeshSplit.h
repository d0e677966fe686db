//===- MeshSplit.h - Mesh dimensions taken apart ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_MESHSPLIT_H
#define DTENSOR_LAYOUT_MESHSPLIT_H

#include "dtensor/Layout/Layout.h"

namespace dtensor {

/// `mesh` with the dimension `dim` taken apart into dimensions of `sizes`,
/// major first: 8 = 4 x 2 makes `x` into `x.0=4,x.1=2` in its place. Devices
/// keep their numbers. An axis of 24 positions on 8 devices can so be reshaped
/// to 4 x 6. Errors: sizes that do not multiply to the dimension's, or a name
/// that is taken.
llvm::Expected<Mesh> splitMesh(const Mesh &mesh, unsigned dim,
                               llvm::ArrayRef<int64_t> sizes);

/// The layout on the mesh split into `numParts` under which every device owns
/// of a tensor of `shape` what it owns under `layout` on `mesh`. An error where
/// there is none: an axis that the dimension cuts unevenly is cut at other
/// places by its parts one after the other.
llvm::Expected<Layout> splitLayout(const Mesh &mesh, const Layout &layout,
                                   llvm::ArrayRef<int64_t> shape, unsigned dim,
                                   unsigned numParts);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_MESHSPLIT_H
