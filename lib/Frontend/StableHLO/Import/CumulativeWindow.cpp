//===- CumulativeWindow.cpp - Windows that are scans ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CumulativeWindow.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dtensor::stablehlo;

static bool areOnes(std::optional<ArrayRef<int64_t>> values) {
  return !values ||
         llvm::all_of(*values, [](int64_t value) { return value == 1; });
}

/// Whether the values are `a` and `b` in any order.
static bool arePair(Value x, Value y, Value a, Value b) {
  return (x == a && y == b) || (x == b && y == a);
}

bool dtensor::stablehlo::isCombiner(Block &block) {
  if (block.getNumArguments() != 2 ||
      block.getTerminator()->getNumOperands() != 1)
    return false;
  Operation *op = block.getTerminator()->getOperand(0).getDefiningOp();
  if (!op || op->getBlock() != &block || op->getNumOperands() != 2 ||
      !arePair(op->getOperand(0), op->getOperand(1), block.getArgument(0),
               block.getArgument(1)))
    return false;
  if (isa<MaxOp, MinOp>(op))
    return !isa<ComplexType>(getElementTypeOrSelf(op->getOperand(0)));
  return isa<AddOp, MulOp, AndOp, OrOp, XorOp>(op);
}

/// Whether the block is the logarithm of a sum of exponentials, in the form of
/// jax.numpy.logaddexp: max(a, b) + log(1 + exp(-|a - b|)), or a + b if a - b
/// is NaN.
static bool isLogAddExp(Block &block) {
  if (block.getNumArguments() != 2 ||
      block.getTerminator()->getNumOperands() != 1)
    return false;
  Value a = block.getArgument(0), b = block.getArgument(1);
  auto select = block.getTerminator()->getOperand(0).getDefiningOp<SelectOp>();
  if (!select)
    return false;
  auto isNaN = select.getPred().getDefiningOp<CompareOp>();
  auto whenNaN = select.getOnTrue().getDefiningOp<AddOp>();
  auto sum = select.getOnFalse().getDefiningOp<AddOp>();
  if (!isNaN || isNaN.getComparisonDirection() != ComparisonDirection::NE ||
      isNaN.getLhs() != isNaN.getRhs() || !whenNaN || !sum ||
      !arePair(whenNaN.getLhs(), whenNaN.getRhs(), a, b))
    return false;
  auto difference = isNaN.getLhs().getDefiningOp<SubtractOp>();
  if (!difference || !arePair(difference.getLhs(), difference.getRhs(), a, b))
    return false;
  auto isTail = [&](Value value) {
    auto log = value.getDefiningOp<Log1pOp>();
    auto exp = log ? log.getOperand().getDefiningOp<ExpOp>() : ExpOp();
    auto negated = exp ? exp.getOperand().getDefiningOp<NegOp>() : NegOp();
    auto abs = negated ? negated.getOperand().getDefiningOp<AbsOp>() : AbsOp();
    return abs && abs.getOperand() == difference.getResult();
  };
  auto isMax = [&](Value value) {
    auto max = value.getDefiningOp<MaxOp>();
    return max && arePair(max.getLhs(), max.getRhs(), a, b);
  };
  return (isMax(sum.getLhs()) && isTail(sum.getRhs())) ||
         (isMax(sum.getRhs()) && isTail(sum.getLhs()));
}

/// The element of a constant of rank 0, seen through ops that pass it on.
static Attribute getConstantElement(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<BroadcastInDimOp, ReshapeOp>(op))
      break;
    value = op->getOperand(0);
  }
  auto constant = value.getDefiningOp<ConstantOp>();
  auto elements = constant ? dyn_cast<DenseElementsAttr>(constant.getValue())
                           : DenseElementsAttr();
  return elements && elements.isSplat() ? elements.getSplatValue<Attribute>()
                                        : Attribute();
}

/// Whether combining with the float `init` changes nothing.
static bool isIdentity(Operation *op, const APFloat &init) {
  if (isa<AddOp>(op))
    return init.isZero();
  if (isa<MulOp>(op))
    return init.isExactlyValue(1.0);
  if (isa<MaxOp>(op))
    return init.isInfinity() && init.isNegative();
  return isa<MinOp>(op) && init.isInfinity() && !init.isNegative();
}

static bool isIdentity(Operation *op, const APInt &init, IntegerType type) {
  bool isBit = type.getWidth() == 1;
  if (isa<AddOp>(op))
    return init.isZero();
  if (isa<MulOp, AndOp>(op))
    return isa<AndOp>(op) ? init.isAllOnes() : init.isOne();
  if (isa<OrOp, XorOp>(op))
    return init.isZero();
  bool isUnsigned = type.isUnsigned() || isBit;
  if (isa<MaxOp>(op))
    return isUnsigned ? init.isZero() : init.isMinSignedValue();
  return isa<MinOp>(op) &&
         (isUnsigned ? init.isAllOnes() : init.isMaxSignedValue());
}

static bool isIdentity(Block &block, Attribute init, Type element) {
  if (isLogAddExp(block)) {
    auto number = dyn_cast_if_present<FloatAttr>(init);
    return number && number.getValue().isInfinity() &&
           number.getValue().isNegative();
  }
  if (!isCombiner(block))
    return false;
  Operation *op = block.getTerminator()->getOperand(0).getDefiningOp();
  if (auto number = dyn_cast_if_present<FloatAttr>(init))
    return isIdentity(op, number.getValue());
  if (auto number = dyn_cast_if_present<IntegerAttr>(init))
    return isIdentity(op, number.getValue(), cast<IntegerType>(element));
  // For a complex number only sums and products pass `isCombiner`.
  auto parts = dyn_cast_if_present<ArrayAttr>(init);
  return parts && isIdentity(op, cast<FloatAttr>(parts[0]).getValue()) &&
         cast<FloatAttr>(parts[1]).getValue().isZero();
}

std::optional<CumulativeWindow>
dtensor::stablehlo::matchCumulativeWindow(ReduceWindowOp op) {
  auto type = cast<RankedTensorType>(op.getInputs().front().getType());
  if (op.getInputs().size() != 1 || !op.getPaddingAttr() ||
      op->getResult(0).getType() != type || !areOnes(op.getWindowStrides()) ||
      !areOnes(op.getWindowDilations()) || !areOnes(op.getBaseDilations()) ||
      !isIdentity(op.getBody().front(),
                  getConstantElement(op.getInitValues().front()),
                  type.getElementType()))
    return std::nullopt;
  auto padding = llvm::to_vector(op.getPaddingAttr().getValues<int64_t>());
  std::optional<CumulativeWindow> found;
  for (auto [axis, window] : llvm::enumerate(op.getWindowDimensions())) {
    int64_t low = padding[2 * axis], high = padding[2 * axis + 1];
    if (window == 1 && low == 0 && high == 0)
      continue;
    bool isForward = low == window - 1 && high == 0;
    bool isReverse = high == window - 1 && low == 0;
    if (found || window < type.getDimSize(axis) || (!isForward && !isReverse))
      return std::nullopt;
    found = {static_cast<int64_t>(axis), isReverse};
  }
  return found;
}
