//===- LinalgExtIndexing.cpp - Rules of gathers and scatters --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DialectRules.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/ShardingRules/CombinerOf.h"
#include "dtensor/ShardingRules/RuleBuilder.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::linalg_ext;

/// Adds the factor of an axis of the operand of which each position is found on
/// one device. The other devices contribute zero bits.
static void shareFound(RuleBuilder &builder, RuleBuilder::Axis axis) {
  builder.share(axis, FactorKind::Reduction, Combiner::Or);
}

static FailureOr<ShardingRule> getGatherRule(GatherOp op) {
  RuleBuilder builder(op);
  constexpr unsigned source = 0, indices = 1, dest = 2;
  for (auto [axis, from] :
       llvm::zip_equal(op.getBatchAxes(), op.getIndicesAxes())) {
    SmallVector<RuleBuilder::Axis> axes{builder.operand(indices, from),
                                        builder.operand(dest, axis),
                                        builder.result(0, axis)};
    for (auto [mine, other] :
         llvm::zip_equal(op.getIndicesBatchAxes(), op.getOperandBatchAxes()))
      if (mine == from)
        axes.push_back(builder.operand(source, other));
    builder.share(axes);
  }
  if (op.getIndexVectorAxis() < builder.getOperandRank(indices))
    builder.whole(builder.operand(indices, op.getIndexVectorAxis()));
  for (auto [axis, from] :
       llvm::zip_equal(op.getOffsetAxes(), op.getSlicedAxes())) {
    if (op.takesWhole(from)) {
      builder.share({builder.operand(source, from), builder.operand(dest, axis),
                     builder.result(0, axis)});
      continue;
    }
    shareFound(builder, builder.operand(source, from));
    builder.share({builder.operand(dest, axis), builder.result(0, axis)},
                  FactorKind::Whole);
  }
  for (int64_t axis : op.getCollapsedAxes())
    shareFound(builder, builder.operand(source, axis));
  // Elements that are picked from parts are parts of the picked elements.
  builder.pass({source}, /*anyCombiner=*/true);
  return std::move(builder.rule);
}

/// The combiner by which all updates are combined, in any order.
static std::optional<Combiner> getCombiner(ScatterOp op) {
  std::optional<Combiner> combiner;
  for (unsigned result = 0; result < op.getDests().size(); ++result) {
    std::optional<ReductionBody> body =
        matchCombiningBlock(op.getCombiner().front(), result);
    if (!body || (combiner && *combiner != body->combiner) ||
        !getIdentity(body->combiner,
                     getElementTypeOrSelf(op.getDests()[result])))
      return std::nullopt;
    combiner = body->combiner;
  }
  return combiner;
}

/// Whether the region only adds each update.
static bool isSum(ScatterOp op) {
  Block &body = op.getCombiner().front();
  unsigned count = op.getDests().size();
  if (op.getUpdates().size() != count || !op.getReads().empty())
    return false;
  for (auto [index, value] :
       llvm::enumerate(body.getTerminator()->getOperands())) {
    Operation *sum = value.getDefiningOp();
    if (!sum || sum->getNumOperands() != 2 ||
        getCombiner(sum) != Combiner::Add ||
        !llvm::is_contained(sum->getOperands(), body.getArgument(index)) ||
        !llvm::is_contained(sum->getOperands(),
                            body.getArgument(count + index)))
      return false;
  }
  return true;
}

static FailureOr<ShardingRule> getScatterRule(ScatterOp op) {
  RuleBuilder builder(op);
  constexpr unsigned indices = 0;
  unsigned count = op.getDests().size();
  unsigned numUpdates = op.getUpdates().size();
  auto updates = [&](int64_t axis) {
    return llvm::map_to_vector(llvm::seq(numUpdates), [&](unsigned i) {
      return builder.operand(1 + i, axis);
    });
  };
  // Tensors that are read where a destination is written have the same layout
  // as the destination.
  auto dests = [&](int64_t axis) {
    SmallVector<RuleBuilder::Axis> axes;
    for (unsigned i = 0; i < op.getReads().size() + count; ++i)
      axes.push_back(builder.operand(1 + numUpdates + i, axis));
    for (unsigned i = 0; i < count; ++i)
      axes.push_back(builder.result(i, axis));
    return axes;
  };

  std::optional<Combiner> combiner = getCombiner(op);
  for (auto [axis, from] :
       llvm::zip_equal(op.getScatterAxes(), op.getIndicesAxes())) {
    SmallVector<RuleBuilder::Axis> axes = updates(axis);
    axes.push_back(builder.operand(indices, from));
    const int64_t *batch = llvm::find(op.getIndicesBatchAxes(), from);
    if (batch != op.getIndicesBatchAxes().end()) {
      llvm::append_range(
          axes,
          dests(
              op.getDestBatchAxes()[batch - op.getIndicesBatchAxes().begin()]));
      builder.share(axes);
    } else if (combiner) {
      // Each device does its updates on a destination of its own.
      builder.share(axes, FactorKind::Reduction, *combiner);
    } else {
      // The order of updates matters.
      builder.share(axes, FactorKind::Whole);
    }
  }
  if (op.getIndexVectorAxis() < builder.getOperandRank(indices))
    builder.whole(builder.operand(indices, op.getIndexVectorAxis()));
  for (auto [axis, to] :
       llvm::zip_equal(op.getWindowAxes(), op.getWindowedAxes())) {
    SmallVector<RuleBuilder::Axis> axes = updates(axis);
    if (op.takesWhole(to)) {
      llvm::append_range(axes, dests(to));
      builder.share(axes);
      continue;
    }
    // Each device takes the updates that fall into its part.
    builder.share(axes, FactorKind::Whole);
    builder.share(dests(to));
  }
  for (int64_t axis : op.getInsertedAxes())
    builder.share(dests(axis));
  if (isSum(op))
    builder.pass(llvm::to_vector(llvm::seq(1u, 1 + 2 * count)),
                 /*anyCombiner=*/false);
  return std::move(builder.rule);
}

static FailureOr<ShardingRule> getDynamicSliceRule(DynamicSliceOp op) {
  RuleBuilder builder(op);
  unsigned dest = op.getDestMutable().getOperandNumber();
  for (unsigned axis = 0; axis < builder.getResultRank(0); ++axis) {
    RuleBuilder::Axis source = builder.operand(0, axis);
    SmallVector<RuleBuilder::Axis, 2> slice{builder.operand(dest, axis),
                                            builder.result(0, axis)};
    int64_t size = op.getSizes()[axis];
    if (op.takesWhole(axis)) {
      builder.share({source, slice[0], slice[1]});
    } else if (ShapedType::isDynamic(source.extent) ||
               ShapedType::isDynamic(size)) {
      builder.whole(source);
      builder.share(slice, FactorKind::Whole);
    } else {
      std::optional<unsigned> factor = builder.addLoop(slice, size);
      builder.window(0, axis, factor, getLoopWindow(factor),
                     {AxisMove::kDynamic, 1, size, 0, 1});
    }
  }
  builder.pass({0}, /*anyCombiner=*/true);
  return std::move(builder.rule);
}

static FailureOr<ShardingRule>
getDynamicUpdateSliceRule(DynamicUpdateSliceOp op) {
  RuleBuilder builder(op);
  unsigned dest = op.getDestMutable().getOperandNumber();
  for (unsigned axis = 0; axis < builder.getResultRank(0); ++axis) {
    RuleBuilder::Axis update = builder.operand(0, axis);
    SmallVector<RuleBuilder::Axis> axes{builder.operand(dest, axis),
                                        builder.result(0, axis)};
    if (op.takesWhole(axis)) {
      axes.push_back(update);
      builder.share(axes);
      continue;
    }
    builder.whole(update);
    builder.share(axes);
  }
  builder.pass({0, dest}, /*anyCombiner=*/true);
  return std::move(builder.rule);
}

void dtensor::attachLinalgExtIndexingRules(MLIRContext *context) {
  attachRule<GatherOp, getGatherRule>(context);
  attachRule<ScatterOp, getScatterRule>(context);
  attachRule<DynamicSliceOp, getDynamicSliceRule>(context);
  attachRule<DynamicUpdateSliceOp, getDynamicUpdateSliceRule>(context);
}
