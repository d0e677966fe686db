//===- DialectRules.h - The rules of each dialect ---------------*- C++ -*-===//
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

/// Each function attaches the rules of one dialect when the dialect is loaded.
void registerArithRules(mlir::DialectRegistry &registry);
void registerCommRules(mlir::DialectRegistry &registry);
void registerLinalgRules(mlir::DialectRegistry &registry);
void registerLinalgExtRules(mlir::DialectRegistry &registry);
void registerTensorRules(mlir::DialectRegistry &registry);

// Each function attaches the rules of one family of ops of linalg_ext.
void attachLinalgExtCallRules(mlir::MLIRContext *context);
void attachLinalgExtFactoryRules(mlir::MLIRContext *context);
void attachLinalgExtIndexingRules(mlir::MLIRContext *context);
void attachLinalgExtFoldRules(mlir::MLIRContext *context);
void attachLinalgExtMatrixRules(mlir::MLIRContext *context);
void attachLinalgExtMovementRules(mlir::MLIRContext *context);

/// Derives the rule from indexing maps, iterator types and body. Fails on
/// memrefs.
llvm::FailureOr<ShardingRule> deriveRule(mlir::linalg::LinalgOp op);

} // namespace dtensor

#endif // DTENSOR_LIB_SHARDINGRULES_DIALECTRULES_H
