//===- RowGroup.h - Operations that share their rows ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_FUSION_ROWGROUP_H
#define DTENSOR_LIB_CODEGEN_FUSION_ROWGROUP_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/DenseSet.h"

namespace dtensor {

/// A structured operation and the producers of its operands that can be
/// computed tile by tile in its loops. For example, a softmax is a maximum, an
/// exponential, a sum and a quotient that share their rows.
struct RowGroup {
  mlir::linalg::LinalgOp root;
  /// The producers, the last one first.
  llvm::SmallVector<mlir::linalg::LinalgOp> producers;
  /// The loops of the root that are tiled: those that all reductions of the
  /// group share, and that are parallel in all of them.
  llvm::SmallVector<unsigned> sharedLoops;
};

/// Looks for producers of `root` in its block. Operations of `done` are
/// ignored. The result is empty if there are no producers.
std::optional<RowGroup>
findRowGroup(mlir::linalg::LinalgOp root,
             const llvm::DenseSet<mlir::Operation *> &done);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_FUSION_ROWGROUP_H
