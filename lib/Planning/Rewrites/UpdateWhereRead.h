//===- UpdateWhereRead.h - Rows that are read, then written -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_REWRITES_UPDATEWHEREREAD_H
#define DTENSOR_LIB_PLANNING_REWRITES_UPDATEWHEREREAD_H

#include "dtensor/Propagation/LayoutGraph.h"

namespace dtensor {

/// A sparse step of an optimizer, the gradient of an embedding: some rows of a
/// table are gathered, something is computed of them element by element, and
/// scattered to the same rows of another table, or the same. If both are
/// sharded by rows each device could do all that for its own, but no layout
/// says that a value is right for some rows only: what is gathered has to be
/// combined. As one op, a scatter that reads, there is no such value.
///
/// Changes the module so where that moves clearly less, all in all. `graph` has
/// spread layouts and is not that of the module any more if it was changed.
bool updateWhereRead(LayoutGraph &graph, mlir::ModuleOp module,
                     bool replicateUnknown);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_UPDATEWHEREREAD_H
