//===- NarrowFolds.cpp - Folds of floats of 4 to 8 bits -------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NarrowFolds.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

static bool isFold(Operation *op) {
  return isa<ReduceOp, ReduceWindowOp, SelectAndScatterOp, ScatterOp,
             AllReduceOp, ReduceScatterOp>(op);
}

/// Whether the body only chooses which of its arguments to return.
static bool onlyReturns(Operation *fold) {
  return llvm::all_of(fold->getRegions(), [](Region &region) {
    return llvm::hasSingleElement(region.getOps());
  });
}

static void widen(Value value) {
  Type type = value.getType();
  if (getNarrowFloat(type))
    value.setType(cast<RankedTensorType>(type).clone(
        Float32Type::get(type.getContext())));
}

/// The constant's elements as f32.
static void widenConstant(Operation *op, DenseElementsAttr elements) {
  auto element = Float32Type::get(op->getContext());
  op->setAttr("value", elements.mapValues(element, [](APFloat value) {
    bool losesInfo;
    value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return value.bitcastToAPInt();
  }));
}

static void widenOp(Operation *op) {
  // The program itself asks for this rounding.
  if (isa<ConvertOp>(op)) {
    Value narrow = op->getResult(0);
    if (!getNarrowFloat(narrow.getType()))
      return;
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    auto type = cast<RankedTensorType>(narrow.getType());
    Value wide = ConvertOp::create(builder, op->getLoc(),
                                   type.clone(builder.getF32Type()), narrow);
    narrow.replaceAllUsesExcept(wide, wide.getDefiningOp());
    return;
  }
  auto elements = op->getAttrOfType<DenseElementsAttr>("value");
  if (elements && getNarrowFloat(elements.getElementType()))
    widenConstant(op, elements);
  for (Value result : op->getResults())
    widen(result);
  for (Region &region : op->getRegions())
    for (BlockArgument argument : region.getArguments())
      widen(argument);
}

llvm::SmallPtrSet<Operation *, 8> stablehlo::widenNarrowFolds(ModuleOp module) {
  SmallVector<Operation *> found;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isFold(op) || onlyReturns(op) ||
        !llvm::any_of(op->getOperandTypes(), getNarrowFloat))
      return WalkResult::advance();
    found.push_back(op);
    // Folds within are widened with the body.
    return WalkResult::skip();
  });
  for (Operation *fold : found) {
    SmallVector<Operation *> body;
    for (Region &region : fold->getRegions()) {
      for (BlockArgument argument : region.getArguments())
        widen(argument);
      region.walk([&](Operation *op) { body.push_back(op); });
    }
    llvm::for_each(body, widenOp);
  }
  return llvm::SmallPtrSet<Operation *, 8>(found.begin(), found.end());
}
