//===- DialectRules.h - One function a foreign dialect ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_SHARDINGRULES_DIALECTRULES_H
#define DTENSOR_LIB_SHARDINGRULES_DIALECTRULES_H

#include "dtensor/ShardingRules/ShardingRuleInterface.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dtensor {

/// Each attaches its rules once the dialect is loaded.
void registerArithRules(mlir::DialectRegistry &registry);
void registerCommRules(mlir::DialectRegistry &registry);
void registerLinalgRules(mlir::DialectRegistry &registry);
void registerLinalgExtRules(mlir::DialectRegistry &registry);
void registerTensorRules(mlir::DialectRegistry &registry);

// One function a family of linalg_ext.
void attachLinalgExtFactoryRules(mlir::MLIRContext *context);
void attachLinalgExtIndexingRules(mlir::MLIRContext *context);
void attachLinalgExtFoldRules(mlir::MLIRContext *context);
void attachLinalgExtMatrixRules(mlir::MLIRContext *context);
void attachLinalgExtMovementRules(mlir::MLIRContext *context);

/// What indexing maps, iterator types and body say; fails on memrefs.
llvm::FailureOr<ShardingRule> deriveRule(mlir::linalg::LinalgOp op);

} // namespace dtensor

#endif // DTENSOR_LIB_SHARDINGRULES_DIALECTRULES_H
