//===- DecomposeRandom.cpp - Random bits as a structured op ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgExtLowerings.h"
#include "RandomBlocks.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace dtensor;
using linalg_ext::AdvanceRandomOp;
using linalg_ext::RandomOp;

namespace {

/// Arithmetic with 64 bits.
class Longs {
public:
  Longs(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  }
  Value fromIndex(Value index) {
    return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                      index);
  }
  Value add(Value a, Value b) {
    return arith::AddIOp::create(builder, loc, a, b);
  }
  Value multiply(Value a, int64_t b) {
    return arith::MulIOp::create(builder, loc, a, constant(b));
  }
  Value divide(Value a, int64_t b) {
    return arith::DivUIOp::create(builder, loc, a, constant(b));
  }
  Value remainder(Value a, int64_t b) {
    return arith::RemUIOp::create(builder, loc, a, constant(b));
  }
  Value equal(Value a, int64_t b) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, a,
                                 constant(b));
  }
  /// 1 if the sum `a + b` is too large for 64 bits.
  Value carry(Value sum, Value a) {
    Value isSmaller =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, sum, a);
    return arith::ExtUIOp::create(builder, loc, builder.getI64Type(),
                                  isSmaller);
  }
  /// The low and the high word.
  RandomPair split(Value value) {
    Value high = arith::ShRUIOp::create(builder, loc, value, constant(32));
    Type word = builder.getI32Type();
    return {arith::TruncIOp::create(builder, loc, word, value),
            arith::TruncIOp::create(builder, loc, word, high)};
  }
  Value join(Value low, Value high) {
    Type type = builder.getI64Type();
    Value wide = arith::ExtUIOp::create(builder, loc, type, high);
    return arith::OrIOp::create(
        builder, loc, arith::ExtUIOp::create(builder, loc, type, low),
        arith::ShLIOp::create(builder, loc, wide, constant(32)));
  }
  Value select(Value condition, Value a, Value b) {
    return arith::SelectOp::create(builder, loc, condition, a, b);
  }

private:
  OpBuilder &builder;
  Location loc;
};

/// The row-major index of a position in a tensor of `shape`.
Value createRowMajor(Longs &of, ArrayRef<Value> position,
                     ArrayRef<int64_t> shape) {
  Value index = of.constant(0);
  int64_t stride = 1;
  for (auto [at, extent] : llvm::reverse(llvm::zip_equal(position, shape))) {
    index = of.add(index, of.multiply(at, stride));
    stride *= extent;
  }
  return index;
}

/// The entries of a state, read once.
SmallVector<Value> createStateReads(OpBuilder &builder, Location loc,
                                    Value state) {
  SmallVector<Value> entries;
  int64_t count = cast<RankedTensorType>(state.getType()).getDimSize(0);
  for (int64_t i = 0; i < count; ++i)
    entries.push_back(tensor::ExtractOp::create(
        builder, loc, state,
        ValueRange{arith::ConstantIndexOp::create(builder, loc, i)}));
  return entries;
}

/// The bits at a position of a tensor of `shape`, as an integer of 32 or 64
/// bits.
Value createThreefryBits(OpBuilder &builder, Location loc,
                         ArrayRef<Value> state, SmallVector<Value> position,
                         ArrayRef<int64_t> shape, bool isWide) {
  Longs of(builder, loc);
  if (isWide) {
    Value block = of.add(state[1], createRowMajor(of, position, shape));
    RandomPair words =
        createThreefry(builder, loc, of.split(block), of.split(state[0]));
    return of.join(words[0], words[1]);
  }
  linalg_ext::RandomPairs pairs = linalg_ext::getRandomPairs(shape);
  Value isSecond;
  if (pairs.axis >= 0) {
    Value &at = position[pairs.axis];
    isSecond = of.equal(of.remainder(at, 2), 1);
    at = of.divide(at, 2);
  }
  Value block = of.add(state[1], createRowMajor(of, position, pairs.shape));
  RandomPair words =
      createThreefry(builder, loc, of.split(block), of.split(state[0]));
  return isSecond ? of.select(isSecond, words[1], words[0]) : words[0];
}

Value createPhiloxBits(OpBuilder &builder, Location loc, ArrayRef<Value> state,
                       ArrayRef<Value> position, ArrayRef<int64_t> shape,
                       bool isWide) {
  Longs of(builder, loc);
  Value index = createRowMajor(of, position, shape);
  int64_t perBlock = isWide ? 2 : 4;
  Value low = of.add(state[1], of.divide(index, perBlock));
  // If a counter has no high half of its own, XLA uses the key in its place.
  Value high = of.add(of.carry(low, state[1]), state[state.size() > 2 ? 2 : 0]);
  RandomPair lows = of.split(low), highs = of.split(high);
  RandomQuad words = createPhilox(
      builder, loc, {lows[0], lows[1], highs[0], highs[1]}, of.split(state[0]));
  Value number = of.remainder(index, perBlock);
  SmallVector<Value> candidates(words.begin(), words.end());
  if (isWide)
    candidates = {of.join(words[0], words[1]), of.join(words[2], words[3])};
  Value bits = candidates.back();
  for (int64_t i = perBlock - 2; i >= 0; --i)
    bits = of.select(of.equal(number, i), candidates[i], bits);
  return bits;
}

struct DecomposeRandom : OpRewritePattern<RandomOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RandomOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getDest().getType());
    if (!type)
      return failure();
    SmallVector<OpFoldResult> starts = op.getMixedPartStarts();
    SmallVector<int64_t> shape(op.getPartShape().value_or(type.getShape()));
    SmallVector<Value> state =
        createStateReads(rewriter, op.getLoc(), op.getState());
    bool isThreefry = op.getAlgorithm() == "threefry2x32";
    unsigned width = type.getElementTypeBitWidth();
    AffineMap map = rewriter.getMultiDimIdentityMap(type.getRank());
    SmallVector<utils::IteratorType> iterators(type.getRank(),
                                               utils::IteratorType::parallel);
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, TypeRange(type), ValueRange(), op.getDest(), map, iterators,
        [&](OpBuilder &builder, Location loc, ValueRange) {
          SmallVector<Value> position;
          Longs of(builder, loc);
          for (auto [axis, start] : llvm::enumerate(starts)) {
            Value at =
                of.fromIndex(linalg::IndexOp::create(builder, loc, axis));
            position.push_back(
                isZeroInteger(start)
                    ? at
                    : of.add(at, of.fromIndex(getValueOrCreateConstantIndexOp(
                                     builder, loc, start))));
          }
          Value bits = isThreefry
                           ? createThreefryBits(builder, loc, state, position,
                                                shape, width == 64)
                           : createPhiloxBits(builder, loc, state, position,
                                              shape, width == 64);
          if (width < 32)
            bits = arith::TruncIOp::create(builder, loc, type.getElementType(),
                                           bits);
          linalg::YieldOp::create(builder, loc, bits);
        });
    return success();
  }
};

/// The number of blocks for a tensor.
int64_t countBlocks(StringRef algorithm, RankedTensorType type) {
  bool isWide = type.getElementTypeBitWidth() == 64;
  if (algorithm == "threefry2x32")
    return isWide ? type.getNumElements()
                  : ShapedType::getNumElements(
                        linalg_ext::getRandomPairs(type.getShape()).shape);
  return llvm::divideCeil(type.getNumElements(), isWide ? 2 : 4);
}

struct DecomposeAdvanceRandom : OpRewritePattern<AdvanceRandomOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AdvanceRandomOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getDest().getType());
    if (!type)
      return failure();
    Location loc = op.getLoc();
    SmallVector<Value> state = createStateReads(rewriter, loc, op.getState());
    Longs of(rewriter, loc);
    Value low =
        of.add(state[1],
               of.constant(countBlocks(op.getAlgorithm(),
                                       cast<RankedTensorType>(op.getDrawn()))));
    Value carry = of.carry(low, state[1]);
    state[1] = low;
    if (state.size() > 2)
      state[2] = of.add(state[2], carry);
    rewriter.replaceOpWithNewOp<tensor::FromElementsOp>(op, type, state);
    return success();
  }
};

} // namespace

void dtensor::populateRandomDecompositions(RewritePatternSet &patterns) {
  patterns.add<DecomposeRandom, DecomposeAdvanceRandom>(patterns.getContext());
}
