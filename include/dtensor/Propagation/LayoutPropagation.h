//===- LayoutPropagation.h - Propagation of layouts -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PROPAGATION_LAYOUTPROPAGATION_H
#define DTENSOR_PROPAGATION_LAYOUTPROPAGATION_H

#include "dtensor/Propagation/LayoutGraph.h"
#include "dtensor/Propagation/LayoutHistory.h"

namespace dtensor {

/// Makes an op have these layouts, even if others cost less there
/// (`dtensor.forced_layouts`).
void forceLayouts(mlir::Operation *op, const OpLayouts &layouts,
                  mlir::FlatSymbolRefAttr meshName, const Mesh &mesh);

/// Fills the open axes of the graph's slots until nothing changes any more.
/// Then decides which values stay partial, and gives factories the layouts that
/// their users need. `history` may be null.
void propagateLayouts(LayoutGraph &graph, LayoutHistory *history);

} // namespace dtensor

#endif // DTENSOR_PROPAGATION_LAYOUTPROPAGATION_H
