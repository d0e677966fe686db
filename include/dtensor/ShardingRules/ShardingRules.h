//===- ShardingRules.h - Facts of foreign ops -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_SHARDINGRULES_SHARDINGRULES_H
#define DTENSOR_SHARDINGRULES_SHARDINGRULES_H

#include "dtensor/ShardingRules/ShardingRuleInterface.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace dtensor {

/// Attaches `ShardingRuleInterface` to the ops of linalg, tensor, arith, math
/// and complex, as soon as each of these dialects is loaded.
void registerShardingRules(mlir::DialectRegistry &registry);

/// The rule of `op`: its interface's; else, for a structured op of any
/// dialect, what its indexing maps say; else, for an op without tensors,
/// regions and effects, one without factors. Fails silently where none of
/// these knows: the op has no rule, or this instance of it has none.
///
/// Factor i of a structured op is its loop i.
llvm::FailureOr<ShardingRule> getShardingRule(mlir::Operation *op);

/// Whether `op` makes its result out of nothing (an empty tensor, a fill, a
/// constant, an iota): it costs the same in any layout, so it must never
/// decide a conflict.
bool isFree(mlir::Operation *op);

/// The tensors that the regions of `op` use though they are no operands of it
/// (`tensor.extract` of an outer tensor in a body). Each device reads them at
/// positions that no rule describes: they must be replicated.
llvm::SmallVector<mlir::Value> getCapturedTensors(mlir::Operation *op);

} // namespace dtensor

#endif // DTENSOR_SHARDINGRULES_SHARDINGRULES_H
