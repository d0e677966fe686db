//===- BatchGroup.h - Products that share their batch loops -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_FUSION_BATCHGROUP_H
#define DTENSOR_LIB_CODEGEN_FUSION_BATCHGROUP_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dtensor {

/// A contraction and the producers of its operands that can be computed batch
/// by batch. For example, an attention is a product, a softmax of its result,
/// and a product with that.
struct BatchGroup {
  mlir::linalg::LinalgOp root;
  /// The producers, the last one first. Only the group uses them, except for
  /// fills. There is a contraction among them.
  llvm::SmallVector<mlir::linalg::LinalgOp> producers;
  /// For each loop of the root the number of its batches in a tile; 0 if all
  /// are.
  llvm::SmallVector<int64_t> tileSizes;
};

/// Looks for producers of a contraction in its block. The result is empty if
/// there are none, if their results fit in a cache, or if a batch has only one
/// tile.
std::optional<BatchGroup> findBatchGroup(mlir::linalg::LinalgOp root);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_FUSION_BATCHGROUP_H
