//===- ExpandAxis.cpp - Values with an axis split -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpandAxis.h"
#include "SplitLoops.h"
#include "dtensor/Dialect/DTensor/IR/DTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace dtensor;

/// `shape` with `axis` split into `count` blocks.
static Parts getParts(ArrayRef<int64_t> shape, unsigned axis, int64_t count) {
  Parts parts;
  for (int64_t extent : shape)
    parts.push_back({extent});
  parts[axis] = {count, shape[axis] / count};
  return parts;
}

static RankedTensorType getExpandedType(Value value, unsigned axis,
                                        int64_t count) {
  auto type = cast<RankedTensorType>(value.getType());
  return getSplitType(type, getParts(type.getShape(), axis, count));
}

Value dtensor::collapseAxis(OpBuilder &builder, Location loc, Value value,
                            unsigned axis) {
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(value.getType()).getShape());
  int64_t count = shape[axis];
  shape[axis] *= shape[axis + 1];
  shape.erase(shape.begin() + axis + 1);
  return tensor::CollapseShapeOp::create(
      builder, loc, value, getReassociation(getParts(shape, axis, count)));
}

Value AxisExpander::expand(Value value, unsigned axis, int64_t count) {
  auto key = std::tuple(value.getAsOpaquePointer(), axis, count);
  if (auto found = known.find(key); found != known.end())
    return found->second;
  Value expanded;
  // A value that was already made with another axis split is reshaped.
  bool isMade =
      llvm::any_of(made, [&](const Made &other) { return other.old == value; });
  if (auto result = dyn_cast<OpResult>(value); result && !isMade)
    expanded = expandOp(result, axis, count);
  if (!expanded)
    expanded = addLeaf(value, axis, count);
  else
    made.push_back({value, expanded, axis});
  known[key] = expanded;
  return expanded;
}

Value AxisExpander::addLeaf(Value value, unsigned axis, int64_t count) {
  auto type = cast<RankedTensorType>(value.getType());
  Parts parts = getParts(type.getShape(), axis, count);
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  auto reshape = tensor::ExpandShapeOp::create(builder, value.getLoc(),
                                               getSplitType(type, parts), value,
                                               getReassociation(parts));
  leaves.push_back({reshape, axis});
  return reshape;
}

Value AxisExpander::expandOp(OpResult value, unsigned axis, int64_t count) {
  Operation *op = value.getOwner();
  // Annotated values stay as they are.
  if (op->getNumResults() != 1 || op->hasAttr(kLayoutsAttr) ||
      !cast<RankedTensorType>(value.getType()).hasStaticShape())
    return {};
  OpBuilder builder(op);
  RankedTensorType type = getExpandedType(value, axis, count);
  if (isa<tensor::EmptyOp>(op))
    return tensor::EmptyOp::create(builder, op->getLoc(), type.getShape(),
                                   type.getElementType());
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return linalg::FillOp::create(
               builder, op->getLoc(), fill.getInputs().front(),
               expand(fill.getOutputs().front(), axis, count))
        .getResult(0);
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
    return elements ? Value(arith::ConstantOp::create(builder, op->getLoc(),
                                                      elements.reshape(type)))
                    : Value();
  }
  if (auto reshape = dyn_cast<tensor::ExpandShapeOp>(op))
    return expandReshape(reshape, axis, count);
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return expandLinalg(structured, axis, count);
  if (OpTrait::hasElementwiseMappableTraits(op))
    return expandElementwise(op, axis, count);
  return {};
}

/// Handles reshapes that only add axes of extent 1.
Value AxisExpander::expandReshape(tensor::ExpandShapeOp op, unsigned axis,
                                  int64_t count) {
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  for (auto [from, group] : llvm::enumerate(op.getReassociationIndices())) {
    if (!llvm::is_contained(group, int64_t(axis)))
      continue;
    for (int64_t other : group)
      if (other != axis && shape[other] != 1)
        return {};
    RankedTensorType type = getExpandedType(op.getResult(), axis, count);
    auto source =
        cast<RankedTensorType>(getExpandedType(op.getSrc(), from, count));
    std::optional<SmallVector<ReassociationIndices>> groups =
        getReassociationIndicesForReshape(source, type);
    if (!groups)
      return {};
    OpBuilder builder(op);
    return tensor::ExpandShapeOp::create(
        builder, op.getLoc(), type, expand(op.getSrc(), from, count), *groups);
  }
  return {};
}

/// Handles an op on tensors that all have the same shape.
Value AxisExpander::expandElementwise(Operation *op, unsigned axis,
                                      int64_t count) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  for (Value operand : op->getOperands()) {
    auto other = dyn_cast<RankedTensorType>(operand.getType());
    if (other && other.getShape() != type.getShape())
      return {};
  }
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(isa<RankedTensorType>(operand.getType())
                           ? expand(operand, axis, count)
                           : operand);
  OpBuilder builder(op);
  Operation *clone = builder.clone(*op);
  clone->setOperands(operands);
  clone->getResult(0).setType(getExpandedType(op->getResult(0), axis, count));
  return clone->getResult(0);
}

/// Splits one loop into two: the outer one over the blocks, the inner one over
/// their positions.
Value AxisExpander::expandLinalg(linalg::LinalgOp op, unsigned axis,
                                 int64_t count) {
  if (op.getNumDpsInits() != 1 || !op.hasPureTensorSemantics() ||
      op->getNumRegions() != 1 ||
      op->getRegion(0).getNumArguments() != op->getNumOperands())
    return {};
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (AffineMap map : maps)
    if (!map.isProjectedPermutation(/*allowZeroInResults=*/true))
      return {};
  if (!maps.back().isProjectedPermutation())
    return {};
  unsigned loop =
      cast<AffineDimExpr>(maps.back().getResult(axis)).getPosition();
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  if (iterators[loop] != utils::IteratorType::parallel)
    return {};

  Parts loops = getWholeLoops(op);
  int64_t positions = loops[loop].front() / count;
  loops[loop] = {count, positions};
  OpBuilder builder(op);
  linalg::GenericOp generic =
      splitLoops(builder, op, loops, [&](OpOperand &use, const Parts &parts) {
        Value value = use.get();
        for (auto [position, part] : llvm::enumerate(parts))
          if (part.size() > 1)
            value = expand(value, position, count);
        return value;
      });
  SmallVector<linalg::IndexOp> indices(
      generic.getBody()->getOps<linalg::IndexOp>());
  for (linalg::IndexOp index : indices) {
    unsigned dim = index.getDim();
    if (dim < loop)
      continue;
    if (dim > loop) {
      index.setDim(dim + 1);
      continue;
    }
    builder.setInsertionPointAfter(index);
    Location loc = index.getLoc();
    Value inside = linalg::IndexOp::create(builder, loc, loop + 1);
    Value extent = arith::ConstantIndexOp::create(builder, loc, positions);
    Value outside = arith::MulIOp::create(builder, loc, index, extent);
    Value whole = arith::AddIOp::create(builder, loc, outside, inside);
    index.getResult().replaceAllUsesExcept(whole, outside.getDefiningOp());
  }
  return generic.getResult(0);
}

void AxisExpander::replaceOthers() {
  // Users come before their operands, so that values without users are erased.
  for (auto [old, expanded, axis] : llvm::reverse(made)) {
    Operation *op = old.getDefiningOp();
    if (isOpTriviallyDead(op)) {
      op->erase();
      continue;
    }
    // Making a factory twice costs nothing.
    if (isa<tensor::EmptyOp, linalg::FillOp, arith::ConstantOp>(op))
      continue;
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfterValue(expanded);
    old.replaceAllUsesWith(collapseAxis(builder, old.getLoc(), expanded, axis));
    op->erase();
  }
}
