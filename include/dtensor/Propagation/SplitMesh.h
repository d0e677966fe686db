//===- SplitMesh.h - Mesh dimensions that reshapes take apart ---*- C++ -*-===//
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

/// Looks for a reshape at which elements change owner only because a mesh
/// dimension is larger than the factor that it shards: an axis of 8 on x=4 that
/// becomes 2x4. Splits that dimension, x into x.0=2 and x.1=2, in the module's
/// mesh and all annotations, and returns whether it did. The layouts in the
/// graph must have been propagated; after a split the graph is no longer valid.
///
/// A dimension is not split if an annotation shards an axis unevenly by it,
/// since its parts would divide the axis at other positions. Nor is it split in
/// modules with code for components, which names dimensions.
bool splitMeshForReshapes(LayoutGraph &graph, mlir::ModuleOp module,
                          MeshOp meshOp);

} // namespace dtensor

#endif // DTENSOR_PROPAGATION_SPLITMESH_H
