//===- EarlierGathers.h - One gather in place of several --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_PROPOSALS_EARLIERGATHERS_H
#define DTENSOR_LIB_PLANNING_PROPOSALS_EARLIERGATHERS_H

#include "dtensor/Propagation/LayoutGraph.h"

namespace dtensor {

/// A value that could be gathered in place of what is computed from it.
struct EarlierGather {
  mlir::Value value;
  /// Without the mesh dimension that is gathered along.
  Layout layout;
  /// Received for what is computed from it, less what it takes itself.
  double saved;
  /// What it takes itself.
  double bytes;
  /// Whether that is so with but few cheap ops between, and as much is gathered
  /// behind them in any case.
  bool isNear;
  /// An argument that nobody annotated: nothing is received to have it so.
  bool isGiven;
};

/// Where results and annotated values are gathered along a mesh dimension, or
/// with `ofOpsToo` also what ops gather, fetch or combine: the values before
/// them that have it and are fewer bytes than all that is received behind. What
/// saves most comes first. `graph` has spread layouts.
std::vector<EarlierGather> findEarlierGathers(LayoutGraph &graph,
                                              bool ofOpsToo);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_PROPOSALS_EARLIERGATHERS_H
