//===- OpFacts.h - What propagation knows of an op --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PROPAGATION_OPFACTS_H
#define DTENSOR_LIB_PROPAGATION_OPFACTS_H

#include "dtensor/Layout/ChoiceCache.h"
#include "dtensor/ShardingRules/SimilarOps.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/LogicalResult.h"

namespace dtensor {

/// What is the same for similar ops.
struct OpFacts {
  /// Its number in the cache of choices.
  unsigned rule;
  bool isFree, hasCaptures;
  double workPerPoint;
  /// Of similar ops, if it is one of several.
  std::optional<unsigned> group = {};
};

/// The facts of the ops of a module; those of similar ops are derived once.
class OpFactsTable {
public:
  /// Rules are added to `cache`.
  OpFactsTable(ChoiceCache &cache, bool replicateUnknown)
      : cache(cache), replicateUnknown(replicateUnknown) {}

  /// Emits an error at an op without a rule, unless `replicateUnknown`.
  llvm::FailureOr<OpFacts> get(mlir::Operation *op);

private:
  llvm::FailureOr<OpFacts> derive(mlir::Operation *op);

  ChoiceCache &cache;
  bool replicateUnknown;
  SimilarOps similarOps;
  /// By group of similar ops.
  std::vector<OpFacts> factsOf;
};

} // namespace dtensor

#endif // DTENSOR_LIB_PROPAGATION_OPFACTS_H
