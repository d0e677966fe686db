//===- ImportOps.h - Imports that differ from MLIR's ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_TOSA_IMPORT_IMPORTOPS_H
#define DTENSOR_LIB_FRONTEND_TOSA_IMPORT_IMPORTOPS_H

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/PatternMatch.h"

namespace dtensor {

/// Each function replaces the op by one of linalg_ext, for which there is a
/// sharding rule.
void importOp(mlir::tosa::GatherOp op, mlir::RewriterBase &rewriter);
void importOp(mlir::tosa::ScatterOp op, mlir::RewriterBase &rewriter);
void importOp(mlir::tosa::ReverseOp op, mlir::RewriterBase &rewriter);
void importOp(mlir::tosa::FFT2dOp op, mlir::RewriterBase &rewriter);
void importOp(mlir::tosa::RFFT2dOp op, mlir::RewriterBase &rewriter);

/// Replaces the op by a structured op that has an axis for phases. Fails for
/// dynamic shapes and zero points that are data; the op is then left to MLIR's
/// conversions.
llvm::LogicalResult importOp(mlir::tosa::TransposeConv2DOp op,
                             mlir::RewriterBase &rewriter);

} // namespace dtensor

#endif // DTENSOR_LIB_FRONTEND_TOSA_IMPORT_IMPORTOPS_H
