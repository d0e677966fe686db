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

/// `mesh` with the dimension `dim` split into dimensions of `sizes`, major
/// first: 8 = 4 x 2 puts `x.0=4,x.1=2` in the place of `x`. Devices keep their
/// numbers. An axis of 24 positions on 8 devices can then be reshaped to 4 x 6.
/// Errors: sizes whose product is not the size of the dimension, or a name that
/// is taken.
llvm::Expected<Mesh> splitMesh(const Mesh &mesh, unsigned dim,
                               llvm::ArrayRef<int64_t> sizes);

/// The layout on the split mesh under which every device owns the same elements
/// of a tensor of `shape` as under `layout` on `mesh`. `numParts` is the number
/// of dimensions that the one dimension was split into. It is an error if there
/// is no such layout: where the dimension shards an axis unevenly, its parts
/// would divide the axis at other positions.
llvm::Expected<Layout> splitLayout(const Mesh &mesh, const Layout &layout,
                                   llvm::ArrayRef<int64_t> shape, unsigned dim,
                                   unsigned numParts);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_MESHSPLIT_H
