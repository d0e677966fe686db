//===- LinalgExtFolds.cpp - Rules of sorts, reductions and scans ----------===//
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

/// All tensors are sorted together, so each axis has one common factor. To find
/// the first elements, those of each part are the candidates. A full sort
/// exchanges elements between devices.
static FailureOr<ShardingRule> getSortRule(SortOp op) {
  // Scratch memory occurs only in the code of a single device.
  if (op.hasScratch())
    return failure();
  RuleBuilder builder(op);
  unsigned count = op.getSources().size();
  for (unsigned axis = 0; axis < builder.getOperandRank(0); ++axis) {
    SmallVector<RuleBuilder::Axis> sources, dests;
    for (unsigned i = 0; i < count; ++i) {
      sources.push_back(builder.operand(i, axis));
      dests.push_back(builder.operand(count + i, axis));
      dests.push_back(builder.result(i, axis));
    }
    if (axis == op.getAxis() && sources[0].extent != dests[0].extent) {
      builder.share(sources, FactorKind::Merged);
      builder.share(dests, FactorKind::Whole);
      continue;
    }
    llvm::append_range(sources, dests);
    builder.share(sources, axis == op.getAxis() ? FactorKind::Blocked
                                                : FactorKind::Parallel);
  }
  return std::move(builder.rule);
}

static FailureOr<ShardingRule> getReduceRule(ReduceOp op) {
  RuleBuilder builder(op);
  unsigned count = op.getSources().size();
  unsigned kept = 0;
  for (unsigned axis = 0; axis < builder.getOperandRank(0); ++axis) {
    SmallVector<RuleBuilder::Axis> axes;
    for (unsigned i = 0; i < count; ++i)
      axes.push_back(builder.operand(i, axis));
    if (llvm::is_contained(op.getDimensions(), int64_t(axis))) {
      // A reduction that begins with its first elements has no initial value
      // into which parts can be merged.
      builder.share(axes,
                    op.getPeeled() ? FactorKind::Whole : FactorKind::Merged);
      continue;
    }
    for (unsigned i = 0; i < count; ++i) {
      axes.push_back(builder.operand(count + i, kept));
      axes.push_back(builder.result(i, kept));
    }
    builder.share(axes);
    ++kept;
  }
  return std::move(builder.rule);
}

static FailureOr<ShardingRule> getScanRule(ScanOp op) {
  // It differs between devices whether elements come before their own.
  if (op.getHasInits())
    return failure();
  RuleBuilder builder(op);
  unsigned count = op.getSources().size();
  unsigned numInits = op.getInits().size();
  unsigned kept = 0;
  for (unsigned axis = 0; axis < builder.getOperandRank(0); ++axis) {
    SmallVector<RuleBuilder::Axis> axes;
    for (unsigned i = 0; i < count; ++i) {
      axes.push_back(builder.operand(i, axis));
      if (axis != op.getAxis() && numInits != 0)
        axes.push_back(builder.operand(count + i, kept));
      axes.push_back(builder.operand(count + numInits + i, axis));
      axes.push_back(builder.result(i, axis));
    }
    builder.share(axes, axis == op.getAxis() ? FactorKind::Scan
                                             : FactorKind::Parallel);
    kept += axis != op.getAxis();
  }
  return std::move(builder.rule);
}

void dtensor::attachLinalgExtFoldRules(MLIRContext *context) {
  attachRule<ReduceOp, getReduceRule>(context);
  attachRule<ScanOp, getScanRule>(context);
  attachRule<SortOp, getSortRule>(context);
}
