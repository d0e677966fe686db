//===- ShardingRules.h - Sharding rules of foreign ops ----------*- C++ -*-===//
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

/// The rule of `op`. If the op implements the interface, its rule comes from
/// there. Otherwise the rule of a structured op of any dialect comes from its
/// indexing maps. An op without tensors, regions and effects has a rule without
/// factors. Fails silently if the op, or this instance of it, has no rule.
///
/// Factor i of a structured op is its loop i.
llvm::FailureOr<ShardingRule> getShardingRule(mlir::Operation *op);

/// Whether `op` makes its result without an input (an empty tensor, a fill, a
/// constant, an iota). Such an op costs the same in any layout, so it must
/// never decide a conflict.
bool isFree(mlir::Operation *op);

/// The tensors that the regions of `op` use although they are not operands of
/// it, such as an outer tensor that a `tensor.extract` in a body reads. Each
/// device reads them at positions that no rule describes, so they must be
/// replicated.
llvm::SmallVector<mlir::Value> getCapturedTensors(mlir::Operation *op);

} // namespace dtensor

#endif // DTENSOR_SHARDINGRULES_SHARDINGRULES_H
