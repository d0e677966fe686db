//===- BlockAxes.h - Axes that are cut into equal slices --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_REWRITES_BLOCKAXES_H
#define DTENSOR_LIB_PLANNING_REWRITES_BLOCKAXES_H

#include "dtensor/Propagation/LayoutGraph.h"

namespace dtensor {

/// Gates of an LSTM, queries, keys and values, the two halves of a gated unit:
/// one product makes them side by side on an axis, and slices take them apart.
/// If that axis is sharded a device has columns of one or two of them, so that
/// every slice moves. As two axes, blocks and positions, with the positions
/// sharded, a device has its columns of all: what moves is the weight, once.
///
/// Changes the module so where that moves clearly less, all in all. `graph` has
/// spread layouts and is not that of the module any more if it was changed.
bool splitBlockAxes(LayoutGraph &graph, mlir::ModuleOp module,
                    bool replicateUnknown);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_BLOCKAXES_H
