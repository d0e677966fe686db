//===- UpdateWhereRead.h - Fused sparse updates -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_REWRITES_UPDATEWHEREREAD_H
#define DTENSOR_LIB_PLANNING_REWRITES_UPDATEWHEREREAD_H

#include "../Plan.h"

namespace dtensor {

/// Fuses sparse updates, such as the step of an optimizer with the gradient of
/// an embedding. Such an update gathers some rows of a table, computes values
/// from them element by element, and scatters these to the same rows of this or
/// another table. If both tables are sharded by rows, each device could do all
/// this for its own rows. But no layout says that a value is right for some
/// rows only, so the gathered rows must be combined. A scatter that also reads
/// is one op without such a value in between.
///
/// The rewrite changes the module if this moves clearly fewer bytes in all.
/// `graph` must have propagated layouts. It is no longer the graph of the
/// module after a change.
bool updateWhereRead(Plan &plan);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_UPDATEWHEREREAD_H
