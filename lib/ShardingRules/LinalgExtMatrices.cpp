//===- LinalgExtMatrices.cpp - Rules of transforms and factorisations -----===//
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

static FailureOr<ShardingRule> getFftRule(FftOp op) {
  // Roots and scratch memory occur only in the code of a single device.
  if (op.getRoots())
    return failure();
  RuleBuilder builder(op);
  for (unsigned axis = 0; axis < builder.getOperandRank(0); ++axis) {
    RuleBuilder::Axis source = builder.operand(0, axis);
    RuleBuilder::Axis dest = builder.operand(1, axis);
    RuleBuilder::Axis result = builder.result(0, axis);
    if (axis != op.getAxis()) {
      builder.share({source, dest, result});
      continue;
    }
    builder.whole(source);
    builder.share({dest, result}, FactorKind::Whole);
  }
  // A transform is linear, but partial values do not pass: the parts would be
  // rounded one by one.
  return std::move(builder.rule);
}

static FailureOr<ShardingRule> getCholeskyRule(CholeskyOp op) {
  RuleBuilder builder(op);
  unsigned rank = builder.getOperandRank(0);
  for (unsigned axis = 0; axis < rank; ++axis)
    builder.share({builder.operand(0, axis), builder.operand(1, axis),
                   builder.result(0, axis)},
                  axis + 2 < rank ? FactorKind::Parallel : FactorKind::Whole);
  return std::move(builder.rule);
}

/// Right-hand sides are independent of each other.
static FailureOr<ShardingRule> getTriangularSolveRule(TriangularSolveOp op) {
  RuleBuilder builder(op);
  unsigned rank = builder.getOperandRank(0);
  unsigned sides = op.getRight() ? rank - 2 : rank - 1;
  for (unsigned axis = 0; axis < rank; ++axis) {
    SmallVector<RuleBuilder::Axis> axes{builder.operand(1, axis),
                                        builder.operand(2, axis),
                                        builder.result(0, axis)};
    if (axis + 2 < rank)
      axes.push_back(builder.operand(0, axis));
    else
      builder.whole(builder.operand(0, axis));
    builder.share(axes, axis + 2 < rank || axis == sides ? FactorKind::Parallel
                                                         : FactorKind::Whole);
  }
  return std::move(builder.rule);
}

/// The matrices of a batch are independent of each other. Each matrix stays on
/// one device.
static FailureOr<ShardingRule> getLapackRule(LapackOp op) {
  RuleBuilder builder(op);
  unsigned batch = op.getBatch();
  unsigned sources = op.getSources().size();
  for (unsigned axis = 0; axis < batch; ++axis) {
    SmallVector<RuleBuilder::Axis> axes;
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      axes.push_back(builder.operand(i, axis));
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      axes.push_back(builder.result(i, axis));
    builder.share(axes);
  }
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    for (unsigned axis = batch; axis < builder.getOperandRank(i); ++axis) {
      if (i < sources)
        builder.whole(builder.operand(i, axis));
      else
        builder.share(
            {builder.operand(i, axis), builder.result(i - sources, axis)},
            FactorKind::Whole);
    }
  return std::move(builder.rule);
}

void dtensor::attachLinalgExtMatrixRules(MLIRContext *context) {
  attachRule<CholeskyOp, getCholeskyRule>(context);
  attachRule<FftOp, getFftRule>(context);
  attachRule<LapackOp, getLapackRule>(context);
  attachRule<TriangularSolveOp, getTriangularSolveRule>(context);
}
