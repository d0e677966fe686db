//===- ReductionFolds.cpp - Order of float reductions ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionFolds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dtensor;

/// The bytes of all partial results of an element: two vectors of the widest
/// kind, since the latency of a single one would bound the reduction.
static constexpr int64_t kPartialBytes = 128;
/// The extent below which a loop runs from its first element to its last.
static constexpr int64_t kLeastExtent = 8;

static bool isCombiner(Operation *op) {
  return isa_and_nonnull<arith::AddFOp, arith::MulFOp, arith::MaximumFOp,
                         arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp>(
      op);
}

/// Whether `value` is computed from `argument`, in the same block.
static bool dependsOn(Value value, BlockArgument argument) {
  SmallVector<Value> work = {value};
  llvm::SmallPtrSet<Operation *, 16> known;
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (next == argument)
      return true;
    Operation *op = next.getDefiningOp();
    if (!op || op->getBlock() != argument.getOwner() ||
        !known.insert(op).second)
      continue;
    // Nested regions may use any value.
    op->walk([&](Operation *inner) {
      llvm::append_range(work, inner->getOperands());
    });
  }
  return false;
}

static std::optional<Fold> matchFold(linalg::LinalgOp op, unsigned init) {
  BlockArgument accumulator = op.getRegionOutputArgs()[init];
  Value yielded = op.getBlock()->getTerminator()->getOperand(init);
  Operation *combiner = yielded.getDefiningOp();
  auto type = dyn_cast<FloatType>(accumulator.getType());
  if (!type || type.getWidth() < 16 || type.getWidth() > 64 ||
      !isCombiner(combiner) || !combiner->hasOneUse() ||
      !accumulator.hasOneUse())
    return std::nullopt;
  bool isFirst = combiner->getOperand(0) == accumulator;
  Value element = combiner->getOperand(isFirst ? 1 : 0);
  if (!isFirst && combiner->getOperand(1) != accumulator)
    return std::nullopt;
  // Sums of halves have been given wider accumulators before. Maxima and minima
  // need none.
  if (type.getWidth() == 16) {
    if (isa<arith::AddFOp, arith::MulFOp>(combiner))
      return std::nullopt;
    type = Float32Type::get(type.getContext());
  }
  return Fold{init, combiner, element, type};
}

std::optional<ReductionFolds> dtensor::matchFolds(linalg::LinalgOp op,
                                                  ArrayRef<unsigned> order) {
  if (!op.hasPureBufferSemantics() || op.getNumReductionLoops() == 0)
    return std::nullopt;
  ReductionFolds found;
  unsigned numLoops = op.getNumLoops();
  for (unsigned init = 0; init < unsigned(op.getNumDpsInits()); ++init) {
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(init));
    llvm::SmallBitVector reduced(numLoops);
    for (unsigned dim = 0; dim < numLoops; ++dim)
      reduced[dim] = !map.isFunctionOfDim(dim);
    // Each point of the loops writes an element of its own.
    if (reduced.none())
      continue;
    std::optional<Fold> fold = matchFold(op, init);
    if (!fold || (!found.folds.empty() &&
                  (reduced != found.reduced ||
                   fold->type.getWidth() != found.folds[0].type.getWidth())))
      return std::nullopt;
    found.reduced = reduced;
    found.folds.push_back(*fold);
  }
  for (const Fold &fold : found.folds)
    for (const Fold &other : found.folds)
      if (dependsOn(fold.element, op.getRegionOutputArgs()[other.init]))
        return std::nullopt;
  if (found.folds.empty())
    return std::nullopt;

  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (unsigned dim : llvm::reverse(order)) {
    bool isDynamic = ShapedType::isDynamic(ranges[dim]);
    if (!found.reduced[dim] || (!isDynamic && ranges[dim] < kLeastExtent))
      continue;
    found.split = dim;
    found.lanes = kPartialBytes * 8 / found.folds[0].type.getWidth();
    if (!isDynamic)
      found.lanes =
          std::min<int64_t>(found.lanes, llvm::PowerOf2Ceil(ranges[dim]));
    return found;
  }
  return std::nullopt;
}

Value dtensor::createCombination(OpBuilder &builder, Location loc,
                                 const Fold &fold, Value first, Value second) {
  using arith::CmpFPredicate;
  if (isa<arith::AddFOp>(fold.combiner))
    return arith::AddFOp::create(builder, loc, first, second);
  if (isa<arith::MulFOp>(fold.combiner))
    return arith::MulFOp::create(builder, loc, first, second);
  // The processor may choose the zero, since it is settled in the end. The left
  // operand is the new element: x86 checks the left one for NaN, and this check
  // should not wait for the earlier elements.
  auto anyZero = arith::FastMathFlags::nsz;
  if (isa<arith::MaximumFOp>(fold.combiner))
    return arith::MaximumFOp::create(builder, loc, second, first, anyZero);
  if (isa<arith::MinimumFOp>(fold.combiner))
    return arith::MinimumFOp::create(builder, loc, second, first, anyZero);
  // A number wins over a NaN. The selection is explicit, so that zeros are the
  // same on all processors.
  Value takesFirst = arith::CmpFOp::create(builder, loc,
                                           isa<arith::MaxNumFOp>(fold.combiner)
                                               ? CmpFPredicate::OGT
                                               : CmpFPredicate::OLT,
                                           first, second);
  Value better =
      arith::SelectOp::create(builder, loc, takesFirst, first, second);
  Value isNaN =
      arith::CmpFOp::create(builder, loc, CmpFPredicate::UNO, second, second);
  return arith::SelectOp::create(builder, loc, isNaN, first, better);
}

Value dtensor::createFinal(OpBuilder &builder, Location loc, const Fold &fold,
                           Value value) {
  if (!isa<arith::MaximumFOp, arith::MinimumFOp>(fold.combiner))
    return value;
  // The sum is +0 for both zeros.
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(value.getType()));
  return arith::AddFOp::create(builder, loc, value, zero);
}

Value dtensor::createIdentity(OpBuilder &builder, Location loc,
                              const Fold &fold, Type type) {
  const llvm::fltSemantics &semantics = fold.type.getFloatSemantics();
  APFloat value = APFloat::getZero(semantics, /*Negative=*/true);
  if (isa<arith::MulFOp>(fold.combiner))
    value = APFloat::getOne(semantics);
  if (isa<arith::MaximumFOp, arith::MinimumFOp>(fold.combiner))
    value = APFloat::getInf(semantics, isa<arith::MaximumFOp>(fold.combiner));
  // A number wins over a NaN.
  if (isa<arith::MaxNumFOp, arith::MinNumFOp>(fold.combiner))
    value = APFloat::getNaN(semantics);
  TypedAttr attribute = builder.getFloatAttr(fold.type, value);
  if (auto vector = dyn_cast<VectorType>(type))
    attribute = DenseElementsAttr::get(vector, value);
  return arith::ConstantOp::create(builder, loc, attribute);
}
