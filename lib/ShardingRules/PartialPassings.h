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

/// Derives from the body of a structured op which operands may be partial. A
/// result is a sum of addends if it is computed from them only by operations
/// that are exact for the parts of a sum. These are negation, sums,
/// differences, conversions of floats to wider ones, products with a constant
/// of at most 1 in magnitude, for integers products with any replicated value,
/// and choices by a replicated condition. An op that only copies and chooses
/// passes partial values of any combiner.
llvm::SmallVector<PartialPassing, 1>
getPartialPassings(mlir::linalg::LinalgOp op);

/// Derives the same for an elementwise op of arith, math or complex on tensors.
llvm::SmallVector<PartialPassing, 1>
getElementwisePassings(mlir::Operation *op);

/// The part of an operand's definition that rules read. If the pointers for two
/// operands are equal, their rules are equal. Null if rules read nothing of the
/// definition.
const void *getReadDefinition(mlir::Value operand);

} // namespace dtensor

#endif // DTENSOR_LIB_SHARDINGRULES_PARTIALPASSINGS_H
