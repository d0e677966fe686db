//===- PartialPassings.h - Where partial values may pass --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_SHARDINGRULES_PARTIALPASSINGS_H
#define DTENSOR_LIB_SHARDINGRULES_PARTIALPASSINGS_H

#include "dtensor/Layout/ShardingRule.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dtensor {

/// Reads off the body of a structured op which operands may be partial. A
/// result is a sum of addends as far as it comes from operands by what is exact
/// for parts of a sum: negation, sums, differences, conversion of floats to
/// wider ones, products with a constant of at most 1 in magnitude, for integers
/// with any replicated value, and a choice by a replicated condition. What
/// only copies and chooses passes any kind of partial.
llvm::SmallVector<PartialPassing, 1>
getPartialPassings(mlir::linalg::LinalgOp op);

/// The same for an elementwise op of arith, math or complex on tensors.
llvm::SmallVector<PartialPassing, 1>
getElementwisePassings(mlir::Operation *op);

/// What rules read of the definition of an operand: equal pointers, equal
/// rules. Null if they read nothing.
const void *getReadDefinition(mlir::Value operand);

} // namespace dtensor

#endif // DTENSOR_LIB_SHARDINGRULES_PARTIALPASSINGS_H
