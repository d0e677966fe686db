//===- ByteFloatConversions.cpp - Floats of 8 bits as integers ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM has no such floats: the conversion to its dialect makes integers of
// them. They are only stored, so integer arithmetic that converts them is all
// that they need.
//
//===----------------------------------------------------------------------===//

#include "FloatBits.h"
#include "FloatConversions.h"

using namespace mlir;
using namespace dtensor;

namespace {

/// Where a format has its exponent and its special values. All codes here are
/// without the sign, which is the highest bit.
struct ByteFormat {
  explicit ByteFormat(const llvm::fltSemantics &semantics)
      : digits(APFloat::semanticsPrecision(semantics) - 1),
        leastExponent(APFloat::semanticsMinExponent(semantics)),
        isSigned(APFloat::semanticsHasSignedRepr(semantics)),
        hasInf(APFloat::semanticsHasInf(semantics)),
        largest(codeOf(APFloat::getLargest(semantics))),
        nan(codeOf(APFloat::getNaN(semantics))),
        hasNegativeZero(
            isSigned &&
            APFloat::getZero(semantics, /*Negative=*/true).isNegative()) {}

  static uint32_t codeOf(const APFloat &number) {
    return number.bitcastToAPInt().getZExtValue();
  }
  /// How far an f32 has its digits to the left of this format's.
  unsigned shift() const { return 23 - digits; }
  /// The difference of the exponents' biases, in the bits of an f32.
  uint32_t rebias() const { return (126 + leastExponent) << 23; }

  /// Bits after the point.
  int digits;
  /// The exponent of the least normal number.
  int leastExponent;
  bool isSigned, hasInf;
  uint32_t largest;
  /// A NaN, which is 0x80 if there is no negative zero.
  uint32_t nan;
  bool hasNegativeZero;
};

/// The format of a float of 8 bits, or of vectors of them.
std::optional<ByteFormat> getFormat(Type type) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  if (!element || element.getWidth() != 8)
    return std::nullopt;
  return ByteFormat(element.getFloatSemantics());
}

/// A power of two: its code is the exponent of an f32, except that of 2^-127.
Value extendExponent(Bits &bits, Value code) {
  Value power =
      bits.select(code, 1, bits.left(code, 23), bits.constant(0x400000));
  return bits.select(code, 0xff, bits.constant(0x7fc00000), power);
}

Value extend(Bits &bits, const ByteFormat &format, Value code) {
  if (!format.isSigned)
    return extendExponent(bits, code);
  ImplicitLocOpBuilder &b = bits.b;
  Value magnitude = bits.mask(code, 0x7f);
  Value number = bits.add(bits.left(magnitude, format.shift()),
                          bits.constant(format.rebias()));
  // Subnormal numbers are multiples of the least one.
  Value count =
      arith::SIToFPOp::create(b, bits.like(b.getF32Type()), magnitude);
  Value subnormal = bits.of(
      arith::MulFOp::create(b, count,
                            bits.constantF32(std::ldexp(
                                1.0f, format.leastExponent - format.digits))));
  Value wide = bits.select(magnitude, 1u << format.digits, number, subnormal);
  if (format.hasInf)
    wide = bits.select(magnitude, format.largest + 1, bits.constant(0x7f800000),
                       wide);
  uint32_t firstNaN = format.largest + (format.hasInf ? 2 : 1);
  Value quiet = bits.constant(0x7fc00000);
  if (format.hasNegativeZero)
    wide = bits.select(magnitude, firstNaN, quiet, wide);
  wide = bits.join(wide, bits.left(bits.mask(code, 0x80), 24));
  if (format.hasNegativeZero)
    return wide;
  Value isNaN = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, code,
                                      bits.constant(format.nan));
  return arith::SelectOp::create(b, isNaN, quiet, wide);
}

/// The nearest power of two, the larger one of two. All others are NaN.
Value truncateToExponent(Bits &bits, Value given) {
  Value nan = bits.constant(0xff);
  Value magnitude = bits.mask(given, 0x7fffffff);
  Value nearest = bits.right(bits.add(magnitude, bits.constant(0x400000)), 23);
  // Here the last bit of a code is that of 2^-127, not of 2^-126.
  Value least =
      bits.select(magnitude, 0x600000, bits.constant(1), bits.constant(0));
  Value code = bits.select(magnitude, 0x800000, nearest, least);
  code = bits.select(code, 0xff, nan, code);
  return bits.select(given, 0x80000001, nan, code);
}

/// Rounds to nearest, ties to even.
Value truncate(Bits &bits, const ByteFormat &format, Value given) {
  if (!format.isSigned)
    return truncateToExponent(bits, given);
  ImplicitLocOpBuilder &b = bits.b;
  Value magnitude = bits.mask(given, 0x7fffffff);
  // Adds half of the unit that is kept, less one if the last kept bit is even.
  // A carry changes the exponent.
  unsigned shift = format.shift();
  Value isOdd = bits.mask(bits.right(magnitude, shift), 1);
  Value number = bits.add(
      magnitude, bits.constant((1u << (shift - 1)) - 1 - format.rebias()));
  number = bits.right(bits.add(number, isOdd), shift);
  // Below the normal numbers, results are multiples of the least number. That
  // is the unit of the last digit of this f32.
  Value unit = bits.constantF32(
      std::ldexp(1.0f, format.leastExponent + 23 - format.digits));
  Value sum = arith::AddFOp::create(b, bits.toF32(magnitude), unit);
  Value subnormal = arith::SubIOp::create(b, bits.of(sum), bits.of(unit));
  uint32_t leastNormal =
      llvm::bit_cast<uint32_t>(std::ldexp(1.0f, format.leastExponent));
  Value code = bits.select(magnitude, leastNormal, number, subnormal);
  uint32_t beyond = format.hasInf ? format.largest + 1 : format.nan;
  code = bits.select(code, format.largest + 1, bits.constant(beyond), code);
  code = bits.select(magnitude, 0x7f800001, bits.constant(format.nan), code);
  Value sign = bits.mask(bits.right(given, 24), 0x80);
  Value result = bits.join(code, sign);
  return format.hasNegativeZero ? result : bits.select(code, 1, result, code);
}

struct ExpandByteExtension : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<ByteFormat> format = getFormat(op.getIn().getType());
    if (!format)
      return failure();
    Bits bits(op, rewriter);
    ImplicitLocOpBuilder &b = bits.b;
    Value code = arith::ExtUIOp::create(b, bits.like(b.getI32Type()),
                                        bits.cast(op.getIn(), b.getI8Type()));
    Value wide = bits.toF32(extend(bits, *format, code));
    unsigned width = getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth();
    if (width > 32)
      wide = arith::ExtFOp::create(b, op.getType(), wide);
    else if (width < 32)
      wide = arith::TruncFOp::create(b, op.getType(), wide);
    rewriter.replaceOp(op, wide);
    return success();
  }
};

struct ExpandTruncationToByte : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<ByteFormat> format = getFormat(op.getType());
    Type from = getElementTypeOrSelf(op.getIn());
    // There is another pattern for f64.
    if (!format || from.getIntOrFloatBitWidth() > 32)
      return failure();
    Bits bits(op, rewriter);
    ImplicitLocOpBuilder &b = bits.b;
    Value wide = op.getIn();
    if (!from.isF32())
      wide = arith::ExtFOp::create(b, bits.like(b.getF32Type()), wide);
    Value code = truncate(bits, *format, bits.of(wide));
    code = arith::TruncIOp::create(b, bits.like(b.getI8Type()), code);
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), code);
    return success();
  }
};

/// Programs convert integers to f64 first. Upstream's canonicalization makes
/// one op of this and the truncation.
template <typename ConversionOp>
struct ExpandIntegerToByte : OpRewritePattern<ConversionOp> {
  using OpRewritePattern<ConversionOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(ConversionOp op,
                                PatternRewriter &rewriter) const override {
    if (!getFormat(op.getType()))
      return failure();
    Type wide = rewriter.getF64Type();
    if (auto shaped = dyn_cast<ShapedType>(op.getType()))
      wide = shaped.clone(wide);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(
        op, op.getType(),
        ConversionOp::create(rewriter, op.getLoc(), wide, op.getIn())
            .getResult());
    return success();
  }
};

} // namespace

void dtensor::populateByteFloatConversionPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandByteExtension, ExpandTruncationToByte,
               ExpandIntegerToByte<arith::SIToFPOp>,
               ExpandIntegerToByte<arith::UIToFPOp>>(patterns.getContext());
}
