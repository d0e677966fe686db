//===- TripCounts.h - How often a block is run ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PROPAGATION_TRIPCOUNTS_H
#define DTENSOR_PROPAGATION_TRIPCOUNTS_H

#include "dtensor/Propagation/LayoutGraph.h"
#include "llvm/ADT/StringMap.h"

namespace dtensor {

/// Counts how often a block runs in one run of the program. The body of a loop
/// runs once per iteration. A loop with an unknown trip count is taken to have
/// 8 iterations. The body of a function runs once per call.
class TripCounts {
public:
  explicit TripCounts(const LayoutGraph &graph);

  double get(mlir::Operation *op) { return get(op->getBlock()); }
  double get(mlir::Block *block);
  /// The count of an op that stands directly after the definition of the value.
  double get(mlir::Value value) { return get(value.getParentBlock()); }

  bool isCalled(mlir::func::FuncOp function) const {
    return callOf.contains(function.getName());
  }

private:
  /// The call of each callee. Only a recursive function has more than one call.
  llvm::StringMap<mlir::func::CallOp> callOf;
  llvm::DenseMap<mlir::Block *, double> countOf;
};

} // namespace dtensor

#endif // DTENSOR_PROPAGATION_TRIPCOUNTS_H
