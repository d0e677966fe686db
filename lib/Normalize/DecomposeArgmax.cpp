//===- DecomposeArgmax.cpp - Positions of extremes ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecomposeArgmax.h"
#include "StrictComparison.h"
#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::ReduceOp;
using Kind = arith::AtomicRMWKind;

/// The combiner that keeps `held` where it compares so with `found`. A test
/// beside the comparison keeps NaN as well, so they are extremes.
static std::optional<Kind> getExtreme(Value condition, Value held,
                                      Value found) {
  std::optional<Kind> kind = matchStrictComparison(condition, held, found);
  if (kind == Kind::maxnumf)
    return Kind::maximumf;
  if (kind == Kind::minnumf)
    return Kind::minimumf;
  return kind;
}

static bool isNaN(Value condition, Value value) {
  auto compare = condition.getDefiningOp<arith::CmpFOp>();
  return compare && compare.getLhs() == value && compare.getRhs() == value &&
         (compare.getPredicate() == arith::CmpFPredicate::UNE ||
          compare.getPredicate() == arith::CmpFPredicate::UNO);
}

static bool areEqual(Value condition, Value lhs, Value rhs) {
  auto isPair = [&](auto compare) {
    return (compare.getLhs() == lhs && compare.getRhs() == rhs) ||
           (compare.getLhs() == rhs && compare.getRhs() == lhs);
  };
  if (auto compare = condition.getDefiningOp<arith::CmpFOp>())
    return compare.getPredicate() == arith::CmpFPredicate::OEQ &&
           isPair(compare);
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  return compare && compare.getPredicate() == arith::CmpIPredicate::eq &&
         isPair(compare);
}

static bool isLess(Value condition, Value lhs, Value rhs) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  return compare && compare.getPredicate() == arith::CmpIPredicate::slt &&
         compare.getLhs() == lhs && compare.getRhs() == rhs;
}

/// Whether the elements of `value` are their positions along `axis`.
static bool isIota(Value value, int64_t axis) {
  if (auto iota = value.getDefiningOp<linalg_ext::IotaOp>())
    return int64_t(iota.getAxis()) == axis && !iota.getPartStarts();
  auto iota = value.getDefiningOp<linalg::GenericOp>();
  if (!iota || iota.getNumDpsInputs() != 0 || iota.getNumDpsInits() != 1 ||
      !iota.getIndexingMapsArray().front().isIdentity())
    return false;
  Value element = iota.getBody()->getTerminator()->getOperand(0);
  while (Operation *cast = element.getDefiningOp()) {
    if (auto index = dyn_cast<linalg::IndexOp>(cast))
      return int64_t(index.getDim()) == axis;
    if (!isa<arith::IndexCastOp, arith::TruncIOp>(cast))
      return false;
    element = cast->getOperand(0);
  }
  return false;
}

/// Matches `held = (v, i)` and `found = (w, j)` to
/// `(v > w or v is NaN ? v : w, v > w or v is NaN or v == w and i < j ? i :
/// j)`, or the same of a minimum. Unlike the loop that SplitArgmax matches, it
/// may combine in any order.
static std::optional<Kind> matchPairCombiner(ReduceOp op) {
  Block &body = op.getCombiner().front();
  Value held = body.getArgument(0), heldAt = body.getArgument(1);
  Value found = body.getArgument(2), foundAt = body.getArgument(3);
  Operation *yield = body.getTerminator();
  auto value = yield->getOperand(0).getDefiningOp<arith::SelectOp>();
  auto position = yield->getOperand(1).getDefiningOp<arith::SelectOp>();
  if (!value || !position || value.getTrueValue() != held ||
      value.getFalseValue() != found || position.getTrueValue() != heldAt ||
      position.getFalseValue() != foundAt)
    return std::nullopt;
  // Without the test for NaN what comes last, not the first NaN, would count.
  Value wins = value.getCondition();
  std::optional<Kind> kind;
  if (isa<FloatType>(held.getType())) {
    auto either = wins.getDefiningOp<arith::OrIOp>();
    if (!either)
      return std::nullopt;
    for (auto [compared, other] : {std::pair(either.getLhs(), either.getRhs()),
                                   std::pair(either.getRhs(), either.getLhs())})
      if (isNaN(other, held))
        kind = getExtreme(compared, held, found);
  } else {
    kind = getExtreme(wins, held, found);
  }
  auto keeps = position.getCondition().getDefiningOp<arith::OrIOp>();
  if (!kind || !keeps)
    return std::nullopt;
  Value tie = keeps.getLhs() == wins   ? keeps.getRhs()
              : keeps.getRhs() == wins ? keeps.getLhs()
                                       : Value();
  auto both = tie ? tie.getDefiningOp<arith::AndIOp>() : arith::AndIOp();
  if (!both)
    return std::nullopt;
  for (auto [equal, less] : {std::pair(both.getLhs(), both.getRhs()),
                             std::pair(both.getRhs(), both.getLhs())})
    if (areEqual(equal, held, found) && isLess(less, heldAt, foundAt))
      return kind;
  return std::nullopt;
}

/// `a == b`, or `a` is NaN.
static Value createIsExtreme(OpBuilder &builder, Location loc, Value a,
                             Value b) {
  if (isa<FloatType>(a.getType()))
    // Where anything is NaN so is the extreme, and what is NaN has it.
    return arith::OrIOp::create(
        builder, loc,
        arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, a, b),
        arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO, a, a));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, a, b);
}

namespace {

struct DecomposeArgmax : OpRewritePattern<ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduceOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getSources().size() != 2 || op.getPeeled() ||
        op.getDimensions().size() != 1)
      return failure();
    int64_t axis = op.getDimensions().front();
    auto type = dyn_cast<RankedTensorType>(op.getSources()[0].getType());
    auto positions = dyn_cast<RankedTensorType>(op.getResults()[1].getType());
    if (!type || !positions || !isIota(op.getSources()[1], axis))
      return failure();
    // Of zeros the pair keeps the one that comes last, with its sign.
    if (isa<FloatType>(type.getElementType()) &&
        !op.getResults()[0].use_empty())
      return failure();
    auto index = dyn_cast<IntegerType>(positions.getElementType());
    std::optional<Kind> kind = matchPairCombiner(op);
    int64_t extent = type.getDimSize(axis);
    if (!kind || !index || ShapedType::isDynamic(extent) ||
        (index.getWidth() < 64 && extent >> (index.getWidth() - 1) != 0))
      return failure();

    Location loc = op.getLoc();
    unsigned rank = type.getRank();
    AffineMap all = rewriter.getMultiDimIdentityMap(rank);
    AffineMap reduced = all.dropResult(axis);
    AffineMap rest = rewriter.getMultiDimIdentityMap(rank - 1);
    SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
    loops[axis] = utils::IteratorType::reduction;
    Value source = op.getSources()[0];
    // Written as importers write reductions: programs that want the extreme as
    // well reduce once.
    Value extreme =
        linalg::ReduceOp::create(
            rewriter, loc, source, op.getDests()[0], axis,
            [&](OpBuilder &builder, Location loc, ValueRange args) {
              linalg::YieldOp::create(
                  builder, loc,
                  arith::getReductionOp(*kind, builder, loc, args[1], args[0]));
            })
            .getResult(0);

    Value none = arith::ConstantOp::create(
        rewriter, loc,
        IntegerAttr::get(index, APInt::getSignedMaxValue(index.getWidth())));
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, op.getDests()[1]);
    Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, index);
    Value start =
        linalg::FillOp::create(rewriter, loc, none, empty).getResult(0);
    auto first = linalg::GenericOp::create(
        rewriter, loc, positions, ValueRange{source, extreme}, start,
        ArrayRef{all, reduced, reduced}, loops,
        [&](OpBuilder &builder, Location loc, ValueRange args) {
          Value here = linalg::IndexOp::create(builder, loc, axis);
          here = arith::IndexCastOp::create(builder, loc, index, here);
          Value is = createIsExtreme(builder, loc, args[0], args[1]);
          here = arith::SelectOp::create(builder, loc, is, here, none);
          Value least = arith::MinSIOp::create(builder, loc, args[2], here);
          linalg::YieldOp::create(builder, loc, least);
        });

    // Where the initial value is the extreme its position counts as well, and
    // an initial NaN comes before all others.
    Value result = tensor::EmptyOp::create(rewriter, loc, sizes, index);
    auto position = linalg::GenericOp::create(
        rewriter, loc, positions,
        ValueRange{first.getResult(0), extreme, op.getDests()[0],
                   op.getDests()[1]},
        result, SmallVector<AffineMap>(5, rest),
        SmallVector<utils::IteratorType>(rank - 1,
                                         utils::IteratorType::parallel),
        [&](OpBuilder &builder, Location loc, ValueRange args) {
          Value is = createIsExtreme(builder, loc, args[2], args[1]);
          Value least = arith::MinSIOp::create(builder, loc, args[0], args[3]);
          Value found =
              arith::SelectOp::create(builder, loc, is, least, args[0]);
          if (isa<FloatType>(args[2].getType())) {
            Value isNaN = arith::CmpFOp::create(
                builder, loc, arith::CmpFPredicate::UNO, args[2], args[2]);
            found =
                arith::SelectOp::create(builder, loc, isNaN, args[3], found);
          }
          linalg::YieldOp::create(builder, loc, found);
        });
    rewriter.replaceOp(op, {extreme, position.getResult(0)});
    return success();
  }
};

} // namespace

void dtensor::populateArgmaxDecomposition(RewritePatternSet &patterns) {
  patterns.add<DecomposeArgmax>(patterns.getContext());
}
