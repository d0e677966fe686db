//===- LinalgExtLowerings.h - One function an op ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op of linalg_ext is lowered at one of two levels: on tensors, to ops of
// linalg that fuse with their neighbours, or on buffers, to loops.
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

// Folds of halves are computed in f32, and the results are rounded.
void populateFoldWidening(mlir::RewritePatternSet &patterns);

// Ops that need additional memory get it as tensors, so that it is part of the
// memory plan.
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

/// Creates loops over all positions below `extents`, the last one innermost.
/// `body` is called once with the positions, and builds the innermost body. If
/// they are parallel, iterations write other elements and share no memory.
void createLoops(
    mlir::OpBuilder &builder, mlir::Location loc, mlir::ValueRange extents,
    llvm::function_ref<void(mlir::OpBuilder &, mlir::ValueRange)> body,
    bool areParallel = false);

/// The scratch memory of an op in a loop over its rows. If it has a place in an
/// arena, the view is made in the loop, so that each core which runs a part of
/// the loop can have memory of its own (`dtensor-divide-loops`).
mlir::Value createOwnView(mlir::OpBuilder &builder, mlir::Value scratch);

/// Loads element `element` of the position at `at` of `indices`, as an index.
/// `at` has no entry for `indexVectorAxis`.
mlir::Value createPositionLoad(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Value indices, mlir::ValueRange at,
                               int64_t indexVectorAxis, int64_t element);

using linalg_ext::inlineBody;

/// Loads one element of each buffer at `positions`.
llvm::SmallVector<mlir::Value> loadAll(mlir::OpBuilder &builder,
                                       mlir::Location loc,
                                       mlir::ValueRange buffers,
                                       mlir::ValueRange positions);
void storeAll(mlir::OpBuilder &builder, mlir::Location loc,
              mlir::ValueRange elements, mlir::ValueRange buffers,
              mlir::ValueRange positions);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LINALGEXT_LINALGEXTLOWERINGS_H
