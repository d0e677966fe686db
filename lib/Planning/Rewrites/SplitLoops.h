//===- SplitLoops.h - Structured ops with axes as several -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_REWRITES_SPLITLOOPS_H
#define DTENSOR_LIB_PLANNING_REWRITES_SPLITLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dtensor {

/// The extents that an axis, or a loop, is split into, major first; one extent
/// for what stays whole. `{{4}, {2, 8}}` is a 4x16 tensor as 4x2x8.
using Parts = llvm::SmallVector<llvm::SmallVector<int64_t>>;

/// Whether nothing is split.
bool isWhole(const Parts &parts);

mlir::RankedTensorType getSplitType(mlir::RankedTensorType type,
                                    const Parts &parts);

/// The groups of a reshape between what is split and what is whole.
llvm::SmallVector<mlir::ReassociationIndices>
getReassociation(const Parts &parts);

/// All loops of the op, none split.
Parts getWholeLoops(mlir::linalg::LinalgOp op);

/// How an operand's axes are split if the op's loops are.
Parts getOperandParts(mlir::linalg::LinalgOp op, mlir::OpOperand &use,
                      const Parts &loops);

/// The op with its loops split. `splitOperand` makes an operand with axes that
/// are split so, or hands on one that is whole. Each loop that is split walks
/// axes by itself; `linalg.index` still numbers the loops as before.
mlir::linalg::GenericOp
splitLoops(mlir::OpBuilder &builder, mlir::linalg::LinalgOp op,
           const Parts &loops,
           llvm::function_ref<mlir::Value(mlir::OpOperand &, const Parts &)>
               splitOperand);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_SPLITLOOPS_H
