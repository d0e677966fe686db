//===- NeedlessShardings.h - Shardings without use --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_PROPOSALS_NEEDLESSSHARDINGS_H
#define DTENSOR_LIB_PLANNING_PROPOSALS_NEEDLESSSHARDINGS_H

#include "dtensor/Propagation/LayoutGraph.h"

namespace dtensor {

/// Values that must all be replicated for one of them to be.
using ShardedChain = llvm::SmallVector<mlir::Value>;

/// Finds values that are sharded without need. A value that is computed from
/// replicated values is available in any layout at no cost. So not all users
/// have to take it in the layout that one user prefers. The function finds such
/// values that are sharded and contracted in parts, so that partial sums must
/// be combined. Each value comes with the values before it that have several
/// users and are sharded in the same way. The value that costs most comes
/// first. `graph` must have layouts.
std::vector<ShardedChain> findNeedlessShardings(LayoutGraph &graph);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_PROPOSALS_NEEDLESSSHARDINGS_H
