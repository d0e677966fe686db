//===- LinalgExtMovements.cpp - Rules of what moves elements ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DialectRules.h"
#include "RuleBuilder.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::linalg_ext;

static FailureOr<ShardingRule> getReverseRule(ReverseOp op) {
  RuleBuilder builder(op);
  for (unsigned axis = 0; axis < builder.getResultRank(0); ++axis) {
    RuleBuilder::Axis source = builder.operand(0, axis);
    RuleBuilder::Axis dest = builder.operand(1, axis);
    RuleBuilder::Axis result = builder.result(0, axis);
    if (!llvm::is_contained(op.getAxes(), axis)) {
      builder.share({source, dest, result});
      continue;
    }
    // Each device needs what others have.
    builder.whole(source);
    builder.share({dest, result}, FactorKind::Whole);
  }
  // Reversed parts are parts of the reversed.
  builder.pass({0}, /*anyCombiner=*/true);
  return std::move(builder.rule);
}

void dtensor::attachLinalgExtMovementRules(MLIRContext *context) {
  attachRule<ReverseOp, getReverseRule>(context);
}
