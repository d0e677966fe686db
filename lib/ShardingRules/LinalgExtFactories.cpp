//===- LinalgExtFactories.cpp - Rules of factories ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DialectRules.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/ShardingRules/RuleBuilder.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::linalg_ext;

/// A part of an iota has the positions of the whole.
static FailureOr<ShardingRule> getIotaRule(IotaOp op) {
  return makeElementwiseRule(op);
}

/// Random bits depend only on the state and on the position in the whole
/// tensor. Every device has the state.
static FailureOr<ShardingRule> getRandomRule(RandomOp op) {
  RuleBuilder builder(op);
  builder.whole(builder.operand(0, 0));
  for (unsigned axis = 0; axis < builder.getResultRank(0); ++axis)
    builder.share({builder.operand(1, axis), builder.result(0, axis)});
  return std::move(builder.rule);
}

static FailureOr<ShardingRule> getAdvanceRandomRule(AdvanceRandomOp op) {
  return makeWholeRule(op);
}

void dtensor::attachLinalgExtFactoryRules(MLIRContext *context) {
  attachRule<IotaOp, getIotaRule>(context);
  attachRule<RandomOp, getRandomRule>(context);
  attachRule<AdvanceRandomOp, getAdvanceRandomRule>(context);
}
