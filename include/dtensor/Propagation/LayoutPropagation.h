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

/// The layouts that ops are forced to have, even if other layouts cost less.
using ForcedLayouts = llvm::DenseMap<mlir::Operation *, OpLayouts>;

/// Fills the open axes of the graph's slots until nothing changes any more.
/// Then decides which values stay partial, and gives factories the layouts that
/// their users need. `history` may be null.
void propagateLayouts(LayoutGraph &graph, const ForcedLayouts &forced,
                      LayoutHistory *history);

} // namespace dtensor

#endif // DTENSOR_PROPAGATION_LAYOUTPROPAGATION_H
