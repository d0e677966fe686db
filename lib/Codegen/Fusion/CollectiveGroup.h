//===- CollectiveGroup.h - Loops on both sides of collectives ---*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_FUSION_COLLECTIVEGROUP_H
#define DTENSOR_LIB_CODEGEN_FUSION_COLLECTIVEGROUP_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dtensor {

/// Structured operations and the all_reduces between them, all of which can be
/// computed some rows at a time. For example, a softmax over a sharded axis is
/// a maximum, an all_reduce of it, a sum, an all_reduce of that, and a
/// quotient.
struct CollectiveGroup {
  /// In the order of the block. The last one is structured. An op that is not
  /// in the group and reads a result comes after it.
  llvm::SmallVector<mlir::Operation *> members;
  /// For each member the loop over rows, which is an axis of an all_reduce.
  llvm::DenseMap<mlir::Operation *, unsigned> loops;
  /// The number of rows, and of those that are computed at a time.
  int64_t numRows = 0, tileRows = 0;

  /// The axis of a member's result that the loop over rows is.
  unsigned getAxis(mlir::OpResult result) const;
  /// Whether an op outside of the group reads the result.
  bool isReadOutside(mlir::OpResult result) const;
};

/// Ops with the loops over rows in which a group was looked for in vain. A
/// group that ends with one of them would be a part of that one.
using TriedRows = llvm::DenseSet<std::pair<mlir::Operation *, unsigned>>;

/// Looks for the group that ends with the operation. The result is empty if no
/// all_reduce is in it, or if what is read again after an all_reduce stays in a
/// core's cache anyway. Adds the ops that were looked at to `tried`: a group
/// that ends with one of them is not worth looking for either.
/// `devicesPerCore` devices share a core and its cache.
std::optional<CollectiveGroup> findCollectiveGroup(mlir::linalg::LinalgOp root,
                                                   int64_t devicesPerCore,
                                                   TriedRows &tried);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_FUSION_COLLECTIVEGROUP_H
