//===- LinalgExtCalls.cpp - Rules of the user's functions -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DialectRules.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Layout/RuleText.h"
#include "dtensor/ShardingRules/CombinerOf.h"
#include "dtensor/ShardingRules/RuleBuilder.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::linalg_ext;

/// The combiner for the elements of all results; none if it does not apply to
/// them.
static std::optional<Combiner> resolveCombiner(CustomCallOp op,
                                               Combiner spelled) {
  std::optional<Combiner> common;
  for (auto [index, dest] : llvm::enumerate(op.getDests())) {
    Type element = getElementTypeOrSelf(dest);
    bool isUnsigned = llvm::is_contained(op.getUnsignedOperands(),
                                         op.getSources().size() + index);
    Combiner combiner = getCombinerFor(spelled, element, isUnsigned);
    if (!getIdentity(combiner, element) || (common && common != combiner))
      return std::nullopt;
    common = combiner;
  }
  return common;
}

/// The rule that the user has written. Destinations are as the results.
static FailureOr<ShardingRule> getCustomCallRule(CustomCallOp op) {
  if (!op.getRule())
    return failure();
  llvm::Expected<ShardingRule> written = parseRule(*op.getRule());
  if (!written) {
    // The verifier has reported it.
    llvm::consumeError(written.takeError());
    return failure();
  }
  SmallVector<TensorFactors> tensors = written->operands;
  llvm::append_range(tensors, written->results);
  RuleBuilder builder(op);
  // The numbers of the builder's factors; axes of one position get none.
  for (auto [number, factor] : llvm::enumerate(written->factors)) {
    SmallVector<RuleBuilder::Axis> axes;
    for (auto [i, tensor] : llvm::enumerate(tensors))
      for (auto [axis, factors] : llvm::enumerate(tensor)) {
        if (!llvm::is_contained(factors, number))
          continue;
        axes.push_back(builder.operand(i, axis));
        if (i >= written->operands.size())
          axes.push_back(builder.result(i - written->operands.size(), axis));
      }
    if (factor.kind != FactorKind::Reduction) {
      builder.share(axes, factor.kind);
      continue;
    }
    std::optional<Combiner> combiner = resolveCombiner(op, factor.combiner);
    if (!combiner)
      return failure();
    builder.share(axes, factor.kind, *combiner);
  }
  return std::move(builder.rule);
}

void dtensor::attachLinalgExtCallRules(MLIRContext *context) {
  attachRule<CustomCallOp, getCustomCallRule>(context);
}
