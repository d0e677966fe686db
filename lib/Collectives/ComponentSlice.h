//===- ComponentSlice.h - The own part of a result --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_COLLECTIVES_COMPONENTSLICE_H
#define DTENSOR_LIB_COLLECTIVES_COMPONENTSLICE_H

#include "dtensor/Dialect/Comm/IR/Comm.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace dtensor {

/// The layouts on both sides of a collective on tensors.
struct CollectiveSides {
  Mesh mesh;
  Layout from, to;
};

/// The sides of a collective; nothing for one on buffers, or if its mesh is
/// missing.
std::optional<CollectiveSides> getSides(comm::CollectiveOpInterface collective);

/// The layout of a slice of `collective`'s result that is exactly this device's
/// component of it; nothing for any other slice. Only axes that are not sharded
/// in the result can be sliced.
std::optional<Layout> getSliceLayout(comm::CollectiveOpInterface collective,
                                     const CollectiveSides &sides,
                                     mlir::tensor::ExtractSliceOp slice);

/// The same for a slice of a tensor of global `shape` in the layout `source`.
std::optional<Layout> getSliceLayout(mlir::tensor::ExtractSliceOp slice,
                                     const Mesh &mesh, const Layout &source,
                                     llvm::ArrayRef<int64_t> shape);

} // namespace dtensor

#endif // DTENSOR_LIB_COLLECTIVES_COMPONENTSLICE_H
