//===- SplitArgmax.cpp - Indices of extremes, vectorised ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StrictComparison.h"
#include "dtensor/Normalize/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace dtensor {
#define GEN_PASS_DEF_SPLITARGMAX
#include "dtensor/Normalize/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

namespace {

/// A reduction to an extreme value and its index.
struct ArgExtreme {
  arith::AtomicRMWKind kind;
  /// The loop whose index is kept.
  unsigned dim;
  /// Which of the two results is the extreme value.
  unsigned value = 0;
  /// Whether the position of a NaN is one, as TOSA wants it.
  bool findsNaN = false;
};

/// The extreme where a NaN is preferred to all numbers, and the first one
/// stays: `in > extreme or a NaN` and `extreme is a number`.
std::optional<arith::AtomicRMWKind> getKindWithNaN(Value condition, Value input,
                                                   Value extreme) {
  auto both = condition.getDefiningOp<arith::AndIOp>();
  if (!both)
    return std::nullopt;
  auto compare = both.getLhs().getDefiningOp<arith::CmpFOp>();
  auto isNumber = both.getRhs().getDefiningOp<arith::CmpFOp>();
  if (!compare || !isNumber ||
      isNumber.getPredicate() != arith::CmpFPredicate::ORD ||
      isNumber.getLhs() != extreme || isNumber.getRhs() != extreme ||
      compare.getLhs() != input || compare.getRhs() != extreme)
    return std::nullopt;
  if (compare.getPredicate() == arith::CmpFPredicate::UGT)
    return arith::AtomicRMWKind::maximumf;
  if (compare.getPredicate() == arith::CmpFPredicate::ULT)
    return arith::AtomicRMWKind::minimumf;
  return std::nullopt;
}

/// The kind of `op` if it combines the two values and goes with comparisons of
/// kind `compared`.
std::optional<arith::AtomicRMWKind>
getCombinedKind(Operation *op, Value input, Value extreme,
                arith::AtomicRMWKind compared) {
  using Kind = arith::AtomicRMWKind;
  if (op->getNumOperands() != 2 ||
      !llvm::is_contained(op->getOperands(), input) ||
      !llvm::is_contained(op->getOperands(), extreme))
    return std::nullopt;
  if (isa<arith::MaximumFOp>(op) && compared == Kind::maxnumf)
    return Kind::maximumf;
  if (isa<arith::MinimumFOp>(op) && compared == Kind::minnumf)
    return Kind::minimumf;
  if ((isa<arith::MaxSIOp>(op) && compared == Kind::maxs) ||
      (isa<arith::MinSIOp>(op) && compared == Kind::mins) ||
      (isa<arith::MaxUIOp>(op) && compared == Kind::maxu) ||
      (isa<arith::MinUIOp>(op) && compared == Kind::minu))
    return compared;
  return std::nullopt;
}

/// Whether `init` is known to hold no NaN, which would stay.
bool isNumber(Value init) {
  FloatAttr number;
  DenseElementsAttr elements;
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    return matchPattern(fill.getInputs().front(), m_Constant(&number)) &&
           !number.getValue().isNaN();
  return matchPattern(init, m_Constant(&elements)) && elements.isSplat() &&
         !elements.getSplatValue<APFloat>().isNaN();
}

/// Matches a pair of `max(in, acc)` or `select(in > acc, in, acc)`, and
/// `select(in > acc, index, index acc)`, or the same of a minimum, as importers
/// of torch and TOSA write it; `value` is the number of the first. Of equal
/// elements the one that comes first is kept, for the loop walks them in order;
/// StableHLO's reductions have no order, so they compare positions as well
/// (see `matchPairCombiner`).
std::optional<ArgExtreme> matchLoopBody(linalg::GenericOp op, unsigned value) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 2 ||
      op.getNumReductionLoops() != 1)
    return std::nullopt;
  Block *body = op.getBody();
  Value input = body->getArgument(0), extreme = body->getArgument(1 + value),
        position = body->getArgument(2 - value);
  Operation *yield = body->getTerminator();
  Operation *better = yield->getOperand(value).getDefiningOp();
  auto select = yield->getOperand(1 - value).getDefiningOp<arith::SelectOp>();
  if (!better || !select || select.getFalseValue() != position)
    return std::nullopt;
  std::optional<arith::AtomicRMWKind> kind =
      dtensor::matchStrictComparison(select.getCondition(), input, extreme);
  bool findsNaN = !kind;
  if (findsNaN)
    kind = getKindWithNaN(select.getCondition(), input, extreme);
  if (!kind || (findsNaN && !isa<arith::SelectOp>(better)))
    return std::nullopt;
  if (auto kept = dyn_cast<arith::SelectOp>(better)) {
    if (kept.getCondition() != select.getCondition() ||
        kept.getTrueValue() != input || kept.getFalseValue() != extreme ||
        (isa<FloatType>(input.getType()) && !isNumber(op.getDpsInits()[value])))
      return std::nullopt;
  } else {
    kind = getCombinedKind(better, input, extreme, *kind);
    if (!kind)
      return std::nullopt;
  }
  Value kept = select.getTrueValue();
  if (auto cast = kept.getDefiningOp<arith::IndexCastOp>())
    kept = cast.getIn();
  auto index = kept.getDefiningOp<linalg::IndexOp>();
  if (!index)
    return std::nullopt;
  unsigned dim = index.getDim();
  // The positions are counted in i32, of which vectors hold twice as many.
  int64_t range = op.getStaticLoopRanges()[dim];
  Type type = select.getType();
  if (op.getIteratorTypesArray()[dim] != utils::IteratorType::reduction ||
      ShapedType::isDynamic(range) ||
      range >= std::numeric_limits<int32_t>::max() ||
      !(type.isIndex() || type.isInteger(32) || type.isInteger(64)))
    return std::nullopt;
  return ArgExtreme{*kind, dim, value, findsNaN};
}

bool isSplat(Value init) {
  DenseElementsAttr elements;
  return init.getDefiningOp<linalg::FillOp>() ||
         (matchPattern(init, m_Constant(&elements)) && elements.isSplat());
}

/// The number that `init`, a splat, is filled with.
Value createFillValue(OpBuilder &builder, Value init) {
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    return fill.getInputs().front();
  DenseElementsAttr elements;
  matchPattern(init, m_Constant(&elements));
  return arith::ConstantOp::create(
      builder, init.getLoc(),
      cast<TypedAttr>(elements.getSplatValue<Attribute>()));
}

/// `a == b`, of NaNs not.
Value createEqual(OpBuilder &b, Location loc, Value lhs, Value rhs) {
  if (isa<FloatType>(lhs.getType()))
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, lhs, rhs);
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, lhs, rhs);
}

/// A position in i32 as a number of `type`.
Value createWide(OpBuilder &b, Location loc, Type type, Value position) {
  if (type.isIndex())
    return arith::IndexCastOp::create(b, loc, type, position);
  if (type.isInteger(32))
    return position;
  return arith::ExtSIOp::create(b, loc, type, position);
}

struct SplitPair : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<ArgExtreme> match = matchLoopBody(op, /*value=*/0);
    if (!match)
      match = matchLoopBody(op, /*value=*/1);
    if (!match)
      return failure();
    unsigned valueNumber = match->value, indexNumber = 1 - valueNumber;
    Value initialValues = op.getDpsInits()[valueNumber];
    Value initialIndices = op.getDpsInits()[indexNumber];
    if (!isSplat(initialValues) || !isSplat(initialIndices))
      return failure();
    Value initialExtreme = createFillValue(rewriter, initialValues);
    Value initial = createFillValue(rewriter, initialIndices);
    Location loc = op.getLoc();
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    AffineMap valueMap = maps[1 + valueNumber];
    AffineMap indexMap = maps[1 + indexNumber];
    SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
    Value input = op.getDpsInputs()[0];

    auto extreme = linalg::GenericOp::create(
        rewriter, loc, initialValues.getType(), input, initialValues,
        ArrayRef{maps[0], valueMap}, iterators,
        [&](OpBuilder &b, Location loc, ValueRange args) {
          Value value =
              arith::getReductionOp(match->kind, b, loc, args[0], args[1]);
          linalg::YieldOp::create(b, loc, value);
        });

    // The first position of the extreme is the smallest.
    auto type = cast<RankedTensorType>(initialIndices.getType());
    auto type32 = type.clone(rewriter.getI32Type());
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, initialIndices);
    Value none = arith::ConstantIntOp::create(
        rewriter, loc, std::numeric_limits<int32_t>::max(), 32);
    Value empty =
        tensor::EmptyOp::create(rewriter, loc, sizes, rewriter.getI32Type());
    Value start =
        linalg::FillOp::create(rewriter, loc, none, empty).getResult(0);
    auto position = linalg::GenericOp::create(
        rewriter, loc, type32, ValueRange{input, extreme.getResult(0)}, start,
        ArrayRef{maps[0], valueMap, indexMap}, iterators,
        [&](OpBuilder &b, Location loc, ValueRange args) {
          Value index = linalg::IndexOp::create(b, loc, match->dim);
          index = arith::IndexCastOp::create(b, loc, b.getI32Type(), index);
          Value equal = createEqual(b, loc, args[0], args[1]);
          // Where there is a NaN, it is the extreme.
          if (match->findsNaN)
            equal = arith::OrIOp::create(
                b, loc, equal,
                arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO,
                                      args[0], args[0]));
          Value here = arith::SelectOp::create(b, loc, equal, index, none);
          Value least = arith::MinSIOp::create(b, loc, args[2], here);
          linalg::YieldOp::create(b, loc, least);
        });

    // The initial position stays where nothing exceeds the initial value, and
    // where the extreme is a NaN whose position is none.
    AffineMap identity = rewriter.getMultiDimIdentityMap(type.getRank());
    SmallVector<utils::IteratorType> parallel(type.getRank(),
                                              utils::IteratorType::parallel);
    Value result =
        tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
    auto widened = linalg::GenericOp::create(
        rewriter, loc, type,
        ValueRange{position.getResult(0), extreme.getResult(0)}, result,
        ArrayRef{identity, identity, identity}, parallel,
        [&](OpBuilder &b, Location loc, ValueRange args) {
          Value missing = arith::CmpIOp::create(
              b, loc, arith::CmpIPredicate::eq, args[0], none);
          Value unchanged = createEqual(b, loc, args[1], initialExtreme);
          missing = arith::OrIOp::create(b, loc, missing, unchanged);
          Value wide = createWide(b, loc, type.getElementType(), args[0]);
          linalg::YieldOp::create(
              b, loc,
              arith::SelectOp::create(b, loc, missing, initial, wide)
                  .getResult());
        });
    std::array<Value, 2> results;
    results[valueNumber] = extreme.getResult(0);
    results[indexNumber] = widened.getResult(0);
    rewriter.replaceOp(op, results);
    return success();
  }
};

struct SplitArgmax : dtensor::impl::SplitArgmaxBase<SplitArgmax> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<SplitPair>(&getContext());
    // Torch computes the position where only the extreme is used.
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
