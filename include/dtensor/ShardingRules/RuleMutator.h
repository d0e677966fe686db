//===- RuleMutator.h - Faulty rules for tests -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_SHARDINGRULES_RULEMUTATOR_H
#define DTENSOR_SHARDINGRULES_RULEMUTATOR_H

#include "dtensor/Layout/ShardingRule.h"
#include "mlir/IR/DialectInterface.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace dtensor {

/// Receives each rule that `getShardingRule` returns, and may plant a fault in
/// it. So one can check that the tests find faults. The mutator is an interface
/// of the dialect `linalg_ext` in one context. Only the tool that plants faults
/// adds one.
class RuleMutator : public mlir::DialectInterface::Base<RuleMutator> {
public:
  explicit RuleMutator(mlir::Dialect *dialect) : Base(dialect) {}

  /// Changes `rule` in the same way for all ops that `SimilarOps` considers
  /// similar.
  virtual void mutate(mlir::Operation *op, ShardingRule &rule) const = 0;
};

} // namespace dtensor

#endif // DTENSOR_SHARDINGRULES_RULEMUTATOR_H
