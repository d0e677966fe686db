//===- Tensor.cpp - Rules of tensor ops -----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "DialectRules.h"
#include "dtensor/Layout/Reshape.h"
#include "dtensor/ShardingRules/RuleBuilder.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace dtensor;

template <typename OpTy>
static FailureOr<ShardingRule> getElementwiseRule(OpTy op) {
  return makeElementwiseRule(op);
}

template <typename OpTy> static FailureOr<ShardingRule> getWholeRule(OpTy op) {
  return makeWholeRule(op);
}

/// The rule of a cast. If only one side states the extent of an axis, the axis
/// is not split, since a dynamic axis cannot be sharded.
static FailureOr<ShardingRule> getCastRule(tensor::CastOp op) {
  RuleBuilder builder(op);
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto result = dyn_cast<RankedTensorType>(op.getType());
  if (!source || !result)
    return failure();
  for (unsigned axis = 0; axis < result.getRank(); ++axis)
    builder.share({builder.operand(0, axis), builder.result(0, axis)},
                  source.isDynamicDim(axis) == result.isDynamicDim(axis)
                      ? FactorKind::Parallel
                      : FactorKind::Whole);
  builder.pass({0}, /*anyCombiner=*/true);
  return std::move(builder.rule);
}

/// The rule of an op that reads an extent. Extents are read in the global view,
/// so the operand may have any layout and may be partial.
template <typename OpTy> static FailureOr<ShardingRule> getExtentRule(OpTy op) {
  RuleBuilder builder(op);
  for (unsigned axis = 0; axis < builder.getOperandRank(0); ++axis)
    builder.share(builder.operand(0, axis));
  builder.pass({0}, /*anyCombiner=*/true);
  builder.rule.passings.back().results.clear();
  return std::move(builder.rule);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// Gives each axis of `merged` the factors of a group of axes of `split`, major
/// first.
static ShardingRule
makeReshapeRule(RuleBuilder &builder,
                ArrayRef<ReassociationIndices> reassociation,
                function_ref<RuleBuilder::Axis(unsigned)> merged,
                function_ref<RuleBuilder::Axis(unsigned)> split) {
  for (auto [number, group] : llvm::enumerate(reassociation)) {
    RuleBuilder::Axis whole = merged(number);
    SmallVector<RuleBuilder::Axis> parts;
    for (int64_t axis : group)
      if (split(axis).extent != 1)
        parts.push_back(split(axis));
    // If a group only adds or removes axes of extent 1, either side may state
    // the extent.
    if (parts.size() == 1) {
      builder.share({whole, parts.front()});
      continue;
    }
    for (const RuleBuilder::Axis &part : parts) {
      builder.share(part);
      whole.factors->append(*part.factors);
    }
  }
  builder.pass({0}, /*anyCombiner=*/true);
  builder.rule.isReshape = true;
  return std::move(builder.rule);
}

static FailureOr<ShardingRule> getExpandRule(tensor::ExpandShapeOp op) {
  RuleBuilder builder(op);
  return makeReshapeRule(
      builder, op.getReassociationIndices(),
      [&](unsigned axis) { return builder.operand(0, axis); },
      [&](unsigned axis) { return builder.result(0, axis); });
}

static FailureOr<ShardingRule> getCollapseRule(tensor::CollapseShapeOp op) {
  RuleBuilder builder(op);
  return makeReshapeRule(
      builder, op.getReassociationIndices(),
      [&](unsigned axis) { return builder.result(0, axis); },
      [&](unsigned axis) { return builder.operand(0, axis); });
}

/// The rule of a reshape that merges or splits axes, as the two rules above. An
/// axis that takes part in both is not split.
static FailureOr<ShardingRule> getReshapeRule(tensor::ReshapeOp op) {
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto result = dyn_cast<RankedTensorType>(op.getResult().getType());
  if (!source || !result)
    return failure();
  RuleBuilder builder(op);
  for (const ReshapeGroup &group :
       getReshapeGroups(source.getShape(), result.getShape())) {
    SmallVector<RuleBuilder::Axis> before, after;
    bool isDynamic = false;
    for (unsigned axis : llvm::seq(group.fromBegin, group.fromEnd))
      if (source.getDimSize(axis) != 1) {
        before.push_back(builder.operand(0, axis));
        isDynamic |= source.isDynamicDim(axis);
      }
    for (unsigned axis : llvm::seq(group.toBegin, group.toEnd))
      if (result.getDimSize(axis) != 1) {
        after.push_back(builder.result(0, axis));
        isDynamic |= result.isDynamicDim(axis);
      }
    if (before.size() == 1 && after.size() == 1 &&
        before.front().extent == after.front().extent && !isDynamic) {
      builder.share({before.front(), after.front()});
      continue;
    }
    bool splits = before.size() == 1;
    if (isDynamic || (!splits && after.size() != 1)) {
      for (const RuleBuilder::Axis &axis :
           llvm::concat<RuleBuilder::Axis>(before, after))
        builder.whole(axis);
      continue;
    }
    RuleBuilder::Axis whole = splits ? before.front() : after.front();
    for (const RuleBuilder::Axis &part : splits ? after : before) {
      builder.share(part);
      whole.factors->append(*part.factors);
    }
  }
  // All devices must use the same extents.
  for (unsigned axis = 0; axis < builder.getOperandRank(1); ++axis)
    builder.whole(builder.operand(1, axis));
  builder.pass({0}, /*anyCombiner=*/true);
  builder.rule.isReshape = true;
  return std::move(builder.rule);
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Whether the slice covers `axis` of `large`, in order.
static bool isFullAxis(OffsetSizeAndStrideOpInterface op, Value large,
                       unsigned axis) {
  if (!isConstantIntValue(op.getMixedOffsets()[axis], 0) ||
      !isConstantIntValue(op.getMixedStrides()[axis], 1))
    return false;
  OpFoldResult size = op.getMixedSizes()[axis];
  int64_t extent = cast<RankedTensorType>(large.getType()).getDimSize(axis);
  std::optional<int64_t> known = getConstantIntValue(size);
  if (known && !ShapedType::isDynamic(extent))
    return *known == extent;
  // To compare how the extents are computed takes much longer.
  FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(
      size, ValueBoundsConstraintSet::Variable(large, axis));
  return succeeded(equal) && *equal;
}

/// The number, or kDynamic if it is not known.
static int64_t getStatic(OpFoldResult number) {
  return getConstantIntValue(number).value_or(ShapedType::kDynamic);
}

/// A single position that is placed into an axis does not share the sharding of
/// the axis.
static std::optional<unsigned> getOwn(std::optional<unsigned> factor,
                                      int64_t extent) {
  return extent == 1 ? std::nullopt : factor;
}

static FailureOr<ShardingRule> getExtractSliceRule(tensor::ExtractSliceOp op) {
  RuleBuilder builder(op);
  llvm::SmallBitVector dropped = op.getDroppedDims();
  unsigned resultAxis = 0;
  for (unsigned axis = 0; axis < builder.getOperandRank(0); ++axis) {
    RuleBuilder::Axis source = builder.operand(0, axis);
    SmallVector<RuleBuilder::Axis, 1> results;
    if (!dropped.test(axis))
      results.push_back(builder.result(0, resultAxis++));
    if (!results.empty() && isFullAxis(op, op.getSource(), axis)) {
      builder.share({source, results.front()});
      continue;
    }
    int64_t size = getStatic(op.getMixedSizes()[axis]);
    int64_t stride = getStatic(op.getMixedStrides()[axis]);
    if (ShapedType::isDynamic(source.extent) || ShapedType::isDynamic(size) ||
        ShapedType::isDynamic(stride) || stride == 0) {
      builder.whole(source);
      for (const RuleBuilder::Axis &result : results)
        builder.whole(result);
      continue;
    }
    if (source.extent == 1)
      continue;
    std::optional<unsigned> factor = builder.addLoop(results, size);
    builder.window(0, axis, factor, getLoopWindow(factor),
                   {getStatic(op.getMixedOffsets()[axis]), stride, size, 0, 1});
  }
  builder.pass({0}, /*anyCombiner=*/true);
  return std::move(builder.rule);
}

/// Each device takes the elements of the source that go into its part of the
/// destination.
static FailureOr<ShardingRule> getInsertSliceRule(tensor::InsertSliceOp op) {
  RuleBuilder builder(op);
  llvm::SmallBitVector dropped = op.getDroppedDims();
  unsigned sourceAxis = 0;
  for (unsigned axis = 0; axis < builder.getResultRank(0); ++axis) {
    RuleBuilder::Axis dest = builder.operand(1, axis);
    RuleBuilder::Axis result = builder.result(0, axis);
    std::optional<unsigned> mine;
    if (!dropped.test(axis))
      mine = sourceAxis++;
    if (mine && isFullAxis(op, op.getDest(), axis)) {
      builder.share({builder.operand(0, *mine), dest, result});
      continue;
    }
    int64_t size = getStatic(op.getMixedSizes()[axis]);
    int64_t stride = getStatic(op.getMixedStrides()[axis]);
    if (ShapedType::isDynamic(dest.extent) || ShapedType::isDynamic(size) ||
        stride < 1) {
      if (mine)
        builder.whole(builder.operand(0, *mine));
      builder.share({dest, result}, FactorKind::Whole);
      continue;
    }
    std::optional<unsigned> factor =
        builder.addLoop({dest, result}, dest.extent);
    if (mine)
      builder.window(
          0, *mine, getOwn(factor, size), getLoopWindow(factor),
          {0, 1, size, getStatic(op.getMixedOffsets()[axis]), stride});
  }
  builder.pass({0, 1}, /*anyCombiner=*/true);
  return std::move(builder.rule);
}

static FailureOr<ShardingRule> getConcatRule(tensor::ConcatOp op) {
  RuleBuilder builder(op);
  unsigned numInputs = op->getNumOperands();
  for (unsigned axis = 0; axis < builder.getResultRank(0); ++axis) {
    RuleBuilder::Axis result = builder.result(0, axis);
    SmallVector<RuleBuilder::Axis> axes{result};
    for (unsigned input = 0; input < numInputs; ++input)
      axes.push_back(builder.operand(input, axis));
    if (axis != op.getDim() || numInputs == 1) {
      builder.share(axes);
      continue;
    }
    if (llvm::any_of(axes, [](const RuleBuilder::Axis &each) {
          return ShapedType::isDynamic(each.extent);
        })) {
      for (const RuleBuilder::Axis &each : axes)
        builder.whole(each);
      continue;
    }
    std::optional<unsigned> factor = builder.addLoop(result, result.extent);
    int64_t start = 0;
    for (unsigned input = 0; input < numInputs; ++input) {
      int64_t extent = axes[input + 1].extent;
      builder.window(input, axis, getOwn(factor, extent), getLoopWindow(factor),
                     {0, 1, extent, start, 1});
      start += extent;
    }
  }
  builder.pass(llvm::to_vector(llvm::seq(numInputs)), /*anyCombiner=*/true);
  return std::move(builder.rule);
}

static FailureOr<ShardingRule> getPadRule(tensor::PadOp op) {
  RuleBuilder builder(op);
  Block &body = op.getRegion().front();
  Value value = op.getConstantPaddingValue();
  for (unsigned axis = 0; axis < builder.getResultRank(0); ++axis) {
    RuleBuilder::Axis source = builder.operand(0, axis);
    RuleBuilder::Axis result = builder.result(0, axis);
    // A padding value that depends on the position of an axis only matters if
    // an axis is padded. There it may depend on the position of any axis.
    if (isConstantIntValue(op.getMixedLowPad()[axis], 0) &&
        isConstantIntValue(op.getMixedHighPad()[axis], 0) &&
        body.getArgument(axis).use_empty()) {
      builder.share({source, result});
      continue;
    }
    int64_t low = getStatic(op.getMixedLowPad()[axis]);
    if (!value || ShapedType::isDynamic(low) ||
        ShapedType::isDynamic(source.extent) ||
        ShapedType::isDynamic(result.extent)) {
      builder.whole(source);
      builder.whole(result);
      continue;
    }
    std::optional<unsigned> factor = builder.addLoop(result, result.extent);
    builder.window(0, axis, getOwn(factor, source.extent),
                   getLoopWindow(factor), {0, 1, source.extent, low, 1});
  }
  // Zeros are also the parts of a sum of zeros.
  if (value &&
      (matchPattern(value, m_AnyZeroFloat()) || matchPattern(value, m_Zero())))
    builder.pass({0}, /*anyCombiner=*/false);
  return std::move(builder.rule);
}

void dtensor::registerTensorRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    // A part of a new tensor is a new tensor.
    attachRule<tensor::EmptyOp, getElementwiseRule>(context);
    attachRule<tensor::SplatOp, getElementwiseRule>(context);
    // Positions in the body are global ones.
    attachRule<tensor::GenerateOp, getElementwiseRule>(context);
    attachRule<tensor::BitcastOp, getElementwiseRule>(context);
    attachRule<tensor::CastOp, getCastRule>(context);
    attachRule<tensor::DimOp, getExtentRule>(context);
    attachRule<tensor::RankOp, getExtentRule>(context);

    attachRule<tensor::ExpandShapeOp, getExpandRule>(context);
    attachRule<tensor::CollapseShapeOp, getCollapseRule>(context);
    attachRule<tensor::ReshapeOp, getReshapeRule>(context);

    attachRule<tensor::ExtractSliceOp, getExtractSliceRule>(context);
    attachRule<tensor::InsertSliceOp, getInsertSliceRule>(context);
    attachRule<tensor::ConcatOp, getConcatRule>(context);
    attachRule<tensor::PadOp, getPadRule>(context);

    // The op reads a single element at a position that is not known at compile
    // time.
    attachRule<tensor::ExtractOp, getWholeRule>(context);
    attachRule<tensor::InsertOp, getWholeRule>(context);
    attachRule<tensor::FromElementsOp, getWholeRule>(context);
  });
}
