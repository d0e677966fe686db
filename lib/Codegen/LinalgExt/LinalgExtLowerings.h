//===- LinalgExtLowerings.h - One function an op ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op of linalg_ext is lowered in one of two places: on tensors, to ops of
// linalg which fuse with their neighbours, or on buffers, to loops.
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_LINALGEXT_LINALGEXTLOWERINGS_H
#define DTENSOR_LIB_CODEGEN_LINALGEXT_LINALGEXTLOWERINGS_H

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/IR/PatternMatch.h"

namespace dtensor {

// On tensors, before fusion: dtensor-decompose-linalg-ext.
void populateDynamicSliceDecompositions(mlir::RewritePatternSet &patterns);
void populateIotaDecomposition(mlir::RewritePatternSet &patterns);
void populateRandomDecompositions(mlir::RewritePatternSet &patterns);

// Sums of halves are sums of f32, rounded.
void populateFoldWidening(mlir::RewritePatternSet &patterns);

// Ops that need memory besides get it as tensors, which the memory plan knows.
void populateFftPreparation(mlir::RewritePatternSet &patterns,
                            int64_t vectorBytes);
void populateSortPreparation(mlir::RewritePatternSet &patterns);

// On buffers: dtensor-linalg-ext-to-loops.
void populateCholeskyToLoops(mlir::RewritePatternSet &patterns);
void populateFftToLoops(mlir::RewritePatternSet &patterns, bool fuses);
void populateGatherToLoops(mlir::RewritePatternSet &patterns);
void populateReduceToLoops(mlir::RewritePatternSet &patterns);
void populateReverseToLoops(mlir::RewritePatternSet &patterns);
void populateScanToLoops(mlir::RewritePatternSet &patterns);
void populateScatterToLoops(mlir::RewritePatternSet &patterns);
void populateSortToLoops(mlir::RewritePatternSet &patterns);
void populateTriangularSolveToLoops(mlir::RewritePatternSet &patterns);

/// The extents of a tensor or buffer as values.
llvm::SmallVector<mlir::Value>
createExtents(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value shaped);

/// Loops over all positions below `extents`, the last one innermost; `body` is
/// called once, with the positions, and builds inside.
void createLoops(
    mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange extents,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::ValueRange)> body);

/// Element `element` of the position at `at` of `indices`, as an index. `at`
/// has no entry for `indexVectorAxis`.
mlir::Value createPositionLoad(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Value indices, mlir::ValueRange at,
                               int64_t indexVectorAxis, int64_t element);

using linalg_ext::inlineBody;

/// One element of each buffer at `positions`.
llvm::SmallVector<mlir::Value> loadAll(mlir::OpBuilder &builder,
                                       mlir::Location loc,
                                       mlir::ValueRange buffers,
                                       mlir::ValueRange positions);
void storeAll(mlir::OpBuilder &builder, mlir::Location loc,
              mlir::ValueRange elements, mlir::ValueRange buffers,
              mlir::ValueRange positions);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LINALGEXT_LINALGEXTLOWERINGS_H
