//===- ExpandBroadcasts.cpp - Operands of several shapes as StableHLO -----===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpandBroadcasts.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Frontend/StableHLO/IR/Chlo.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

static bool isHandled(Operation *op) {
  return isa<chlo::ConstantLikeOp, DynamicIotaOp, DynamicReshapeOp,
             DynamicBroadcastInDimOp>(op) ||
         op->getName().getStringRef().starts_with("chlo.broadcast_");
}

/// The name of the elementwise op that `op` becomes once its operands have one
/// shape.
static std::string getElementwiseName(Operation *op) {
  StringRef name = op->getName().getStringRef();
  bool isOfChlo = isa<chlo::BroadcastNextAfterOp, chlo::BroadcastPolygammaOp,
                      chlo::BroadcastZetaOp>(op);
  name.consume_front("chlo.broadcast_");
  return ((isOfChlo ? "chlo." : "stablehlo.") + name).str();
}

static Value broadcast(OpBuilder &builder, Operation *op, Value operand) {
  auto type = cast<RankedTensorType>(operand.getType());
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  if (type.getShape() == result.getShape())
    return operand;
  return BroadcastInDimOp::create(
      builder, op->getLoc(), result.clone(type.getElementType()), operand,
      builder.getDenseI64ArrayAttr(chlo::getBroadcastAxes(op, type.getRank())),
      /*expanding=*/DenseI64ArrayAttr(), /*nonexpanding=*/DenseI64ArrayAttr());
}

/// The op that takes the shape from the type of its result. Null for any other
/// op than those to which the shape is given.
static Operation *expandGivenShape(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  Type type = op->getResultTypes().front();
  if (auto iota = dyn_cast<DynamicIotaOp>(op))
    return IotaOp::create(builder, loc, type, iota.getIotaDimensionAttr());
  if (auto reshape = dyn_cast<DynamicReshapeOp>(op))
    return ReshapeOp::create(builder, loc, type, reshape.getOperand());
  if (auto broadcast = dyn_cast<DynamicBroadcastInDimOp>(op))
    return BroadcastInDimOp::create(
        builder, loc, type, broadcast.getOperand(),
        broadcast.getBroadcastDimensionsAttr(),
        broadcast.getKnownExpandingDimensionsAttr(),
        broadcast.getKnownNonexpandingDimensionsAttr());
  return nullptr;
}

static Operation *expand(OpBuilder &builder, Operation *op) {
  if (auto like = dyn_cast<chlo::ConstantLikeOp>(op))
    return ConstantOp::create(
        builder, op->getLoc(),
        DenseElementsAttr::get(
            cast<RankedTensorType>(op->getResult(0).getType()),
            Attribute(like.getValue())));
  if (Operation *plain = expandGivenShape(builder, op))
    return plain;
  OperationState state(op->getLoc(), getElementwiseName(op));
  for (Value operand : op->getOperands())
    state.addOperands(broadcast(builder, op, operand));
  state.addTypes(op->getResultTypes());
  if (auto compare = dyn_cast<chlo::BroadcastCompareOp>(op)) {
    MLIRContext *context = op->getContext();
    state.addAttribute("comparison_direction",
                       ComparisonDirectionAttr::get(
                           context, static_cast<ComparisonDirection>(
                                        compare.getComparisonDirection())));
    if (auto type = compare.getCompareType())
      state.addAttribute(
          "compare_type",
          ComparisonTypeAttr::get(context, static_cast<ComparisonType>(*type)));
  }
  return builder.create(state);
}

LogicalResult stablehlo::expandBroadcasts(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (isHandled(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    for (Type type :
         llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
      if (!cast<RankedTensorType>(type).hasStaticShape())
        return op->emitOpError("cannot be imported: required static extents, "
                               "found ")
               << type << "; export the program with fixed shapes";
    markSourceOp(op);
    OpBuilder builder(op);
    op->replaceAllUsesWith(expand(builder, op));
    op->erase();
  }
  return success();
}
