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

/// A value that could be gathered in place of values that are computed from it.
struct EarlierGather {
  mlir::Value value;
  /// The layout of the value without the mesh dimension that is gathered along.
  Layout layout;
  /// The bytes that are received for values computed from this one, less the
  /// bytes to gather it.
  double saved;
  /// The bytes to gather the value.
  double bytes;
  /// Whether the bytes are saved with only a few cheap ops in between, behind
  /// which at least as many bytes are gathered in any case.
  bool isNear;
  /// Whether the value is an argument without an annotation. It can have the
  /// layout without receiving anything.
  bool isGiven;
};

/// Finds values that could be gathered earlier. The search starts where results
/// and annotated values are gathered along a mesh dimension. With `ofOpsToo` it
/// also starts where ops gather, fetch or combine values. It lists those values
/// before them that are sharded along the dimension and that cost fewer bytes
/// to gather than are received behind them. The value that saves most comes
/// first. `graph` must have propagated layouts.
std::vector<EarlierGather> findEarlierGathers(LayoutGraph &graph,
                                              bool ofOpsToo);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_PROPOSALS_EARLIERGATHERS_H
