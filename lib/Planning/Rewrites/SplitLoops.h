//===- SplitLoops.h - Structured ops with split loops -----------*- C++ -*-===//
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

/// The extents that each axis, or each loop, is split into, major first. An
/// axis that is not split has one extent. For example, `{{4}, {2, 8}}` turns a
/// 4x16 tensor into a 4x2x8 tensor.
using Parts = llvm::SmallVector<llvm::SmallVector<int64_t>>;

/// Whether nothing is split.
bool isWhole(const Parts &parts);

mlir::RankedTensorType getSplitType(mlir::RankedTensorType type,
                                    const Parts &parts);

/// The groups of a reshape between the split and the original shape.
llvm::SmallVector<mlir::ReassociationIndices>
getReassociation(const Parts &parts);

/// All loops of the op, none split.
Parts getWholeLoops(mlir::linalg::LinalgOp op);

/// The way that an operand's axes are split if the op's loops are split.
Parts getOperandParts(mlir::linalg::LinalgOp op, mlir::OpOperand &use,
                      const Parts &loops);

/// Makes the op with its loops split. `splitOperand` makes an operand with
/// split axes, or returns the operand if none of its axes is split. Each split
/// loop must be the only one on the axes that it walks. `linalg.index` still
/// counts the positions of the original loops.
mlir::linalg::GenericOp
splitLoops(mlir::OpBuilder &builder, mlir::linalg::LinalgOp op,
           const Parts &loops,
           llvm::function_ref<mlir::Value(mlir::OpOperand &, const Parts &)>
               splitOperand);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_SPLITLOOPS_H
