//===- SplitMesh.h - Mesh dimensions that reshapes split --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PROPAGATION_SPLITMESH_H
#define DTENSOR_PROPAGATION_SPLITMESH_H

#include "dtensor/Propagation/LayoutGraph.h"

namespace dtensor {

/// Splits a dimension of the module's mesh into one of size `major` and a minor
/// one, in the mesh and in all annotations. `graph` is that of the module.
/// After a split it is no longer valid.
///
/// A dimension is not split if an annotation shards an axis unevenly along it,
/// since the parts of the dimension would divide the axis at other positions. A
/// dimension is not split either in a module with a `local_map` whose code may
/// name it. The function returns whether it split the dimension.
bool splitMeshDimension(LayoutGraph &graph, mlir::ModuleOp module,
                        MeshOp meshOp, unsigned dim, int64_t major);

/// Looks for a reshape that moves elements between devices only because a mesh
/// dimension is larger than the factor that it shards. An example is an axis of
/// extent 8 that is sharded along x=4 and reshaped to 2x4. The function splits
/// that dimension, here x into x.0=2 and x.1=2, in the module's mesh and in all
/// annotations. It returns whether it split a dimension. The layouts in the
/// graph must have been propagated. After a split the graph is no longer valid.
bool splitMeshForReshapes(LayoutGraph &graph, mlir::ModuleOp module,
                          MeshOp meshOp);

} // namespace dtensor

#endif // DTENSOR_PROPAGATION_SPLITMESH_H
