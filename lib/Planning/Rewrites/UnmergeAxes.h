//===- UnmergeAxes.h - Computing on axes before they merge ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_REWRITES_UNMERGEAXES_H
#define DTENSOR_LIB_PLANNING_REWRITES_UNMERGEAXES_H

#include "dtensor/Propagation/LayoutGraph.h"

namespace dtensor {

/// Looks, in a graph whose layouts have spread, for reshapes that merge axes
/// and at which elements move: heads, sharded, that become part of an axis of
/// batch and heads, which then is sharded with a stride. No layout says that,
/// but the same can be computed on the axes as they were. So elementwise and
/// structured ops behind such a reshape get the axes apart, and the reshape
/// comes after them, where it meets one that parts the axes again, or is as
/// good as before. Changes `module` if clearly fewer bytes move then, and
/// returns whether it did; the graph is of no use any more in that case.
bool unmergeAxes(LayoutGraph &graph, mlir::ModuleOp module,
                 bool replicateUnknown);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_UNMERGEAXES_H
