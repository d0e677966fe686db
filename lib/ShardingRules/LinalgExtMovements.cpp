//===- LinalgExtMovements.cpp - Rules of ops that move elements -----------===//
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

/// Along `axes` each device needs elements of other devices. All other axes are
/// parallel.
static ShardingRule makeMovementRule(Operation *op, ArrayRef<int64_t> axes) {
  RuleBuilder builder(op);
  for (unsigned axis = 0; axis < builder.getResultRank(0); ++axis) {
    RuleBuilder::Axis source = builder.operand(0, axis);
    RuleBuilder::Axis dest = builder.operand(1, axis);
    RuleBuilder::Axis result = builder.result(0, axis);
    if (!llvm::is_contained(axes, axis)) {
      builder.share({source, dest, result});
      continue;
    }
    builder.whole(source);
    builder.share({dest, result}, FactorKind::Whole);
  }
  // The moved parts are parts of the moved tensor.
  builder.pass({0}, /*anyCombiner=*/true);
  return std::move(builder.rule);
}

/// Reversed axes are read backwards. A reversed axis of unknown extent is not
/// sharded.
static FailureOr<ShardingRule> getReverseRule(ReverseOp op) {
  RuleBuilder builder(op);
  for (unsigned axis = 0; axis < builder.getResultRank(0); ++axis) {
    RuleBuilder::Axis source = builder.operand(0, axis);
    RuleBuilder::Axis dest = builder.operand(1, axis);
    RuleBuilder::Axis result = builder.result(0, axis);
    if (!llvm::is_contained(op.getAxes(), axis) || source.extent == 1) {
      builder.share({source, dest, result});
      continue;
    }
    if (ShapedType::isDynamic(source.extent) ||
        ShapedType::isDynamic(dest.extent)) {
      builder.whole(source);
      builder.share({dest, result}, FactorKind::Whole);
      continue;
    }
    builder.share({dest, result});
    unsigned factor = result.factors->front();
    builder.window(0, axis, factor, AxisWindow::ofLoop(factor),
                   {source.extent - 1, -1, source.extent, 0, 1});
  }
  // The moved parts are parts of the moved tensor.
  builder.pass({0}, /*anyCombiner=*/true);
  return std::move(builder.rule);
}

/// The import decomposes rolls into slices, whose rules allow more shardings.
static FailureOr<ShardingRule> getRollRule(RollOp op) {
  return makeMovementRule(op, op.getAxes());
}

void dtensor::attachLinalgExtMovementRules(MLIRContext *context) {
  attachRule<ReverseOp, getReverseRule>(context);
  attachRule<RollOp, getRollRule>(context);
}
