//===- FloatConversions.cpp - Narrow floats without calls -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatConversions.h"
#include "FloatBits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// Upstream's bits and shifts convert bf16 to f32 only.
struct ExpandExtensionOfBF16 : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getIn().getType().isBF16() || !op.getType().isF64())
      return failure();
    Value middle = arith::ExtFOp::create(rewriter, op.getLoc(),
                                         rewriter.getF32Type(), op.getIn());
    rewriter.replaceOpWithNewOp<arith::ExtFOp>(op, op.getType(), middle);
    return success();
  }
};

/// There is no instruction that converts f64 to 16 bits or 8. A conversion
/// through an f32 rounds only once if the f32 is rounded to odd: an inexact one
/// has its last bit set.
struct ExpandTruncationOfF64 : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getIn().getType().isF64() ||
        op.getType().getIntOrFloatBitWidth() > 16)
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto integer = [&](int32_t value) -> Value {
      return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
    };
    Value wide = op.getIn();
    Value narrow = arith::TruncFOp::create(b, b.getF32Type(), wide);
    Value back = arith::ExtFOp::create(b, wide.getType(), narrow);
    Value isInexact =
        arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, back, wide);
    // Magnitudes of floats are ordered like integers.
    Value tooLarge = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT,
                                           math::AbsFOp::create(b, back),
                                           math::AbsFOp::create(b, wide));
    Value bits = arith::BitcastOp::create(b, b.getI32Type(), narrow);
    Value isEven = arith::CmpIOp::create(
        b, arith::CmpIPredicate::eq, arith::AndIOp::create(b, bits, integer(1)),
        integer(0));
    Value step = arith::SelectOp::create(b, tooLarge, integer(-1), integer(1));
    Value odd = arith::AddIOp::create(b, bits, step);
    Value changes = arith::AndIOp::create(b, isInexact, isEven);
    bits = arith::SelectOp::create(b, changes, odd, bits);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(
        op, op.getType(),
        arith::BitcastOp::create(b, b.getF32Type(), bits).getResult());
    return success();
  }
};

/// Upstream widens all functions but this one. The product is exact in f64.
struct ExpandNarrowMultiplyAdd : OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF16() && !op.getType().isBF16())
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto widen = [&](Value value) -> Value {
      return arith::ExtFOp::create(b, b.getF64Type(), value);
    };
    Value product =
        arith::MulFOp::create(b, widen(op.getA()), widen(op.getB()));
    Value sum = arith::AddFOp::create(b, product, widen(op.getC()));
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), sum);
    return success();
  }
};

/// An f16 has 5 bits of exponent and 10 after the point, an f32 8 and 23.
struct ExpandExtensionOfHalf : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type to = getElementTypeOrSelf(op.getType());
    if (!getElementTypeOrSelf(op.getIn()).isF16() ||
        !(to.isF32() || to.isF64()))
      return failure();
    Bits bits(op, rewriter);
    ImplicitLocOpBuilder &b = bits.b;
    Value half = arith::ExtUIOp::create(b, bits.like(b.getI32Type()),
                                        bits.cast(op.getIn(), b.getI16Type()));
    Value magnitude = bits.left(bits.mask(half, 0x7fff), 13);
    // The product corrects the exponent, even of numbers that are subnormal in
    // f16.
    Value number = bits.of(arith::MulFOp::create(b, bits.toF32(magnitude),
                                                 bits.constantF32(0x1p112f)));
    Value notFinite = bits.join(magnitude, bits.constant(0x7f800000));
    // A NaN becomes a quiet one.
    notFinite =
        bits.select(magnitude, 0x0f800001,
                    bits.join(notFinite, bits.constant(0x400000)), notFinite);
    Value wide = bits.select(magnitude, 0x0f800000, notFinite, number);
    wide = bits.toF32(bits.join(wide, bits.left(bits.mask(half, 0x8000), 16)));
    if (to.isF64())
      wide = arith::ExtFOp::create(b, op.getType(), wide);
    rewriter.replaceOp(op, wide);
    return success();
  }
};

/// Rounds to nearest, ties to even.
struct ExpandTruncationToHalf : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getIn()).isF32() ||
        !getElementTypeOrSelf(op.getType()).isF16())
      return failure();
    Bits bits(op, rewriter);
    ImplicitLocOpBuilder &b = bits.b;
    Value given = bits.of(op.getIn());
    Value magnitude = bits.mask(given, 0x7fffffff);
    // Adds half of the unit that is kept, less one if the last kept bit is
    // even. A carry changes the exponent, whose bias is smaller by 112.
    Value isOdd = bits.mask(bits.right(magnitude, 13), 1);
    Value number = bits.add(magnitude, bits.constant(0xfff - (112u << 23)));
    number = bits.right(bits.add(number, isOdd), 13);
    // Below 2^-14 results are multiples of 2^-24, the unit of 1/2.
    Value unit = bits.constantF32(0.5f);
    Value sum = arith::AddFOp::create(b, bits.toF32(magnitude), unit);
    Value subnormal = arith::SubIOp::create(b, bits.of(sum), bits.of(unit));
    Value payload = bits.mask(bits.right(magnitude, 13), 0x3ff);
    Value result = bits.select(magnitude, 0x38800000, number, subnormal);
    result = bits.select(magnitude, 0x47800000, bits.constant(0x7c00), result);
    result = bits.select(magnitude, 0x7f800001,
                         bits.join(payload, bits.constant(0x7e00)), result);
    result = bits.join(result, bits.mask(bits.right(given, 16), 0x8000));
    result = arith::TruncIOp::create(b, bits.like(b.getI16Type()), result);
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), result);
    return success();
  }
};

} // namespace

void dtensor::populateFloatConversionPatterns(RewritePatternSet &patterns,
                                              bool convertsHalves) {
  MLIRContext *context = patterns.getContext();
  populateByteFloatConversionPatterns(patterns);
  patterns.add<ExpandExtensionOfBF16, ExpandNarrowMultiplyAdd,
               ExpandTruncationOfF64>(context);
  if (!convertsHalves)
    patterns.add<ExpandExtensionOfHalf, ExpandTruncationToHalf>(context);
}
