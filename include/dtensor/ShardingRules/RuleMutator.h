//===- RuleMutator.h - Other rules than ops have, for tests -----*- C++ -*-===//
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

/// Sees each rule that `getShardingRule` gives, and may plant a fault in it, so
/// that tests can be tested. It is an interface of the dialect `linalg_ext` of
/// one context, which only the tool that plants faults gives one.
class RuleMutator : public mlir::DialectInterface::Base<RuleMutator> {
public:
  explicit RuleMutator(mlir::Dialect *dialect) : Base(dialect) {}

  /// The same for ops that `SimilarOps` says are similar.
  virtual void mutate(mlir::Operation *op, ShardingRule &rule) const = 0;
};

} // namespace dtensor

#endif // DTENSOR_SHARDINGRULES_RULEMUTATOR_H
