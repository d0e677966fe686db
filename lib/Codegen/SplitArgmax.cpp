//===- SplitArgmax.cpp - Indices of extremes, vectorised ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Codegen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace dtensor {
#define GEN_PASS_DEF_SPLITARGMAX
#include "dtensor/Codegen/Passes.h.inc"
} // namespace dtensor

using namespace mlir;

namespace {

/// A reduction to an extreme value and its index.
struct ArgExtreme {
  bool isMax;
  /// The loop whose index is kept.
  unsigned dim;
};

/// Matches `max(in, acc)` and `select(in > acc, index, index acc)`, or the same
/// of a minimum, as torch's importer writes it.
std::optional<ArgExtreme> matchArgExtreme(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 2 ||
      op.getNumReductionLoops() != 1)
    return std::nullopt;
  Block *body = op.getBody();
  Value input = body->getArgument(0), extreme = body->getArgument(1),
        position = body->getArgument(2);
  Operation *yield = body->getTerminator();
  Operation *combiner = yield->getOperand(0).getDefiningOp();
  auto select = yield->getOperand(1).getDefiningOp<arith::SelectOp>();
  if (!combiner || !select ||
      !isa<arith::MaximumFOp, arith::MinimumFOp>(combiner) ||
      combiner->getOperand(0) != input || combiner->getOperand(1) != extreme)
    return std::nullopt;
  bool isMax = isa<arith::MaximumFOp>(combiner);
  auto predicate =
      isMax ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT;
  auto compare = select.getCondition().getDefiningOp<arith::CmpFOp>();
  auto cast = select.getTrueValue().getDefiningOp<arith::IndexCastOp>();
  if (!compare || compare.getPredicate() != predicate ||
      compare.getLhs() != input || compare.getRhs() != extreme ||
      select.getFalseValue() != position || !cast)
    return std::nullopt;
  auto index = cast.getIn().getDefiningOp<linalg::IndexOp>();
  if (!index)
    return std::nullopt;
  unsigned dim = index.getDim();
  // The positions are counted in i32, of which vectors hold twice as many.
  int64_t range = op.getStaticLoopRanges()[dim];
  if (op.getIteratorTypesArray()[dim] != utils::IteratorType::reduction ||
      ShapedType::isDynamic(range) ||
      range >= std::numeric_limits<int32_t>::max() ||
      !cast.getType().isInteger(64))
    return std::nullopt;
  return ArgExtreme{isMax, dim};
}

/// The splat that `init` is filled with.
Value getFillValue(Value init) {
  auto fill = init.getDefiningOp<linalg::FillOp>();
  return fill ? fill.getInputs().front() : Value();
}

struct SplitPair : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<ArgExtreme> match = matchArgExtreme(op);
    if (!match)
      return failure();
    Value initialExtreme = getFillValue(op.getDpsInits()[0]);
    Value initial = getFillValue(op.getDpsInits()[1]);
    if (!initialExtreme || !initial)
      return failure();
    Location loc = op.getLoc();
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
    Value input = op.getDpsInputs()[0];

    auto extreme = linalg::GenericOp::create(
        rewriter, loc, op.getResult(0).getType(), input, op.getDpsInits()[0],
        ArrayRef{maps[0], maps[1]}, iterators,
        [&](OpBuilder &b, Location loc, ValueRange args) {
          Value value =
              match->isMax ? arith::MaximumFOp::create(b, loc, args[0], args[1])
                                 .getResult()
                           : arith::MinimumFOp::create(b, loc, args[0], args[1])
                                 .getResult();
          linalg::YieldOp::create(b, loc, value);
        });

    // The first position of the extreme is the smallest.
    auto type = cast<RankedTensorType>(op.getResult(1).getType());
    auto type32 = type.clone(rewriter.getI32Type());
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, op.getDpsInits()[1]);
    Value none = arith::ConstantIntOp::create(
        rewriter, loc, std::numeric_limits<int32_t>::max(), 32);
    Value empty =
        tensor::EmptyOp::create(rewriter, loc, sizes, rewriter.getI32Type());
    Value start =
        linalg::FillOp::create(rewriter, loc, none, empty).getResult(0);
    auto position = linalg::GenericOp::create(
        rewriter, loc, type32, ValueRange{input, extreme.getResult(0)}, start,
        ArrayRef{maps[0], maps[1], maps[2]}, iterators,
        [&](OpBuilder &b, Location loc, ValueRange args) {
          Value index = linalg::IndexOp::create(b, loc, match->dim);
          index = arith::IndexCastOp::create(b, loc, b.getI32Type(), index);
          Value equal = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ,
                                              args[0], args[1]);
          Value here = arith::SelectOp::create(b, loc, equal, index, none);
          Value least = arith::MinSIOp::create(b, loc, args[2], here);
          linalg::YieldOp::create(b, loc, least);
        });

    // The initial position stays where nothing exceeds the initial value, and
    // where the extreme is NaN.
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
          Value unchanged = arith::CmpFOp::create(
              b, loc, arith::CmpFPredicate::OEQ, args[1], initialExtreme);
          missing = arith::OrIOp::create(b, loc, missing, unchanged);
          Value wide =
              arith::ExtSIOp::create(b, loc, type.getElementType(), args[0]);
          linalg::YieldOp::create(
              b, loc,
              arith::SelectOp::create(b, loc, missing, initial, wide)
                  .getResult());
        });
    rewriter.replaceOp(op, {extreme.getResult(0), widened.getResult(0)});
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
