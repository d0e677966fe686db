//===- WidenNarrowFolds.cpp - Folds of less than a byte or two ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NarrowTypes.h"
#include "dtensor/Dialect/DTensor/IR/SourceName.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "dtensor/Frontend/StableHLO/Import/Passes.h"

namespace dtensor {
#define GEN_PASS_DEF_WIDENNARROWFOLDS
#include "dtensor/Frontend/StableHLO/Import/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;
using namespace dtensor::stablehlo;

namespace {

/// A fold: a reduction, a reducing collective, or a scatter.
class Fold {
public:
  explicit Fold(Operation *op)
      : op(op), isCollective(isa<AllReduceOp, ReduceScatterOp>(op)) {}

  static bool isFold(Operation *op) {
    return isa<ReduceOp, ReduceWindowOp, SelectAndScatterOp, ScatterOp,
               AllReduceOp, ReduceScatterOp>(op);
  }
  bool match() const;
  void widen();

private:
  /// The type in which values of a narrow one combine; null for other types.
  Type getWide(Type type) const;
  void widen(Value value) {
    if (Type wide = getWide(value.getType()))
      value.setType(wide);
  }
  void widenOp(Operation *inner);
  /// Rounds a result that has become wide.
  void narrow(OpResult result);

  Operation *op;
  bool isCollective;
};

} // namespace

Type Fold::getWide(Type type) const {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return {};
  MLIRContext *context = type.getContext();
  if (FloatType narrow = getNarrowFloat(type))
    return tensor.clone(getComputedFloat(narrow));
  // Other folds are done where their integers wrap around after each op.
  IntegerType integer = getNarrowInteger(type);
  if (!integer || !isCollective)
    return {};
  return tensor.clone(IntegerType::get(context, 8, integer.getSignedness()));
}

bool Fold::match() const {
  // A scatter that only chooses moves bytes.
  bool onlyReturns = llvm::all_of(op->getRegions(), [](Region &region) {
    return llvm::hasSingleElement(region.getOps());
  });
  return !onlyReturns && llvm::any_of(op->getOperandTypes(),
                                      [&](Type type) { return getWide(type); });
}

void Fold::narrow(OpResult result) {
  Type type = result.getType(), wide = getWide(type);
  if (!wide)
    return;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  result.setType(wide);
  auto rounded = ConvertOp::create(builder, op->getLoc(), type, result);
  result.replaceAllUsesExcept(rounded, rounded);
}

void Fold::widenOp(Operation *inner) {
  if (!isa<ConvertOp, ConstantOp>(inner)) {
    for (Value result : inner->getResults())
      widen(result);
    for (Region &region : inner->getRegions())
      for (BlockArgument argument : region.getArguments())
        widen(argument);
    return;
  }
  // The program itself asks for this rounding.
  Value value = inner->getResult(0);
  if (Type wide = getWide(value.getType())) {
    OpBuilder builder(inner->getContext());
    builder.setInsertionPointAfter(inner);
    auto exact = ConvertOp::create(builder, inner->getLoc(), wide, value);
    value.replaceAllUsesExcept(exact, exact);
  }
}

void Fold::widen() {
  markSourceOp(op);
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands())
    if (Type wide = getWide(operand.get().getType()))
      operand.set(
          ConvertOp::create(builder, op->getLoc(), wide, operand.get()));
  SmallVector<Operation *> body;
  for (Region &region : op->getRegions()) {
    for (BlockArgument argument : region.getArguments())
      widen(argument);
    region.walk([&](Operation *inner) { body.push_back(inner); });
  }
  for (Operation *inner : body)
    widenOp(inner);
  for (OpResult result : op->getResults())
    narrow(result);
}

namespace {

struct WidenNarrowFolds
    : dtensor::impl::WidenNarrowFoldsBase<WidenNarrowFolds> {
  void runOnOperation() override {
    SmallVector<Fold> folds;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!Fold::isFold(op) || !Fold(op).match())
        return WalkResult::advance();
      folds.push_back(Fold(op));
      // Folds within are widened with the body.
      return WalkResult::skip();
    });
    if (folds.empty())
      return markAllAnalysesPreserved();
    for (Fold &fold : folds)
      fold.widen();
  }
};

} // namespace
