//===- NeedlessShardings.h - What could be whole and is divided -*- C++ -*-===//
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

/// Values that have to be whole for one of them to be.
using ShardedChain = llvm::SmallVector<mlir::Value>;

/// A value that is computed from what every device has whole can be had in any
/// layout for nothing; what one user wants of it is not what all have to take.
/// Finds those that are sharded all the same and contracted in parts, which
/// then have to be summed up: each with the values before it that have several
/// users and are sharded like it. What costs most comes first. `graph` has
/// layouts.
std::vector<ShardedChain> findNeedlessShardings(LayoutGraph &graph);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_PROPOSALS_NEEDLESSSHARDINGS_H
