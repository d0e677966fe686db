//===- OpFacts.h - Facts for propagation, by op -----------------*- C++ -*-===//
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

/// The properties that similar ops share.
struct OpFacts {
  /// The number of the rule in the cache of choices.
  unsigned rule;
  bool isFree, hasCaptures;
  double workPerPoint;
  /// The group of similar ops that the op belongs to, if there are several.
  std::optional<unsigned> group = {};
};

/// The facts of the ops of a module. The facts of similar ops are derived once.
class OpFactsTable {
public:
  /// The table adds rules to `cache`.
  OpFactsTable(ChoiceCache &cache, bool replicateUnknown)
      : cache(cache), replicateUnknown(replicateUnknown) {}

  /// Emits an error at an op without a rule, unless `replicateUnknown` is set.
  llvm::FailureOr<OpFacts> get(mlir::Operation *op);

private:
  llvm::FailureOr<OpFacts> derive(mlir::Operation *op);

  ChoiceCache &cache;
  bool replicateUnknown;
  SimilarOps similarOps;
  /// The facts of each group of similar ops. The index is the group's number.
  std::vector<OpFacts> factsOf;
};

} // namespace dtensor

#endif // DTENSOR_LIB_PROPAGATION_OPFACTS_H
