//===- UnmergeAxes.h - Computing on unmerged axes ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_REWRITES_UNMERGEAXES_H
#define DTENSOR_LIB_PLANNING_REWRITES_UNMERGEAXES_H

#include "../Plan.h"

namespace dtensor {

/// Looks for reshapes that merge axes and at which elements move. An example is
/// a sharded axis of heads that becomes part of a merged axis of batch and
/// heads. The merged axis would be sharded with a stride, which no layout can
/// express. The same values can be computed on the original axes. So
/// elementwise and structured ops behind such a reshape get the split axes, and
/// the reshape moves behind them. There it cancels a reshape that splits the
/// axes again, or it costs as much as before.
///
/// The layouts in the graph must have been propagated. The rewrite changes
/// `module` if clearly fewer bytes move then, and returns whether it did. After
/// a change the graph is no longer valid.
bool unmergeAxes(Plan &plan);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_UNMERGEAXES_H
