//===- ExpandMath.cpp - Functions without calls ---------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatConversions.h"
#include "MathPolynomials.h"
#include "dtensor/Codegen/Math/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace dtensor {
#define GEN_PASS_DEF_EXPANDMATH
#include "dtensor/Codegen/Math/Passes.h.inc"
} // namespace dtensor

using namespace mlir;
using namespace dtensor;

namespace {

template <typename OpT, auto build, unsigned width = 32>
struct ExpandFloat : OpRewritePattern<OpT> {
  // This pattern comes before upstream's approximation of the same function.
  ExpandFloat(MLIRContext *context, bool fusesMultiplyAdd)
      : OpRewritePattern<OpT>(context, /*benefit=*/10),
        fusesMultiplyAdd(fusesMultiplyAdd) {}

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32() && !op.getType().isF64())
      return failure();
    if (op.getType().getIntOrFloatBitWidth() != width)
      return failure();
    bool approximates =
        arith::bitEnumContainsAny(op.getFastmath(), arith::FastMathFlags::afn);
    MathPolynomials polynomials(rewriter, op.getLoc(), fusesMultiplyAdd,
                                approximates);
    if constexpr (OpT::template hasTrait<OpTrait::OneOperand>())
      rewriter.replaceOp(op, (polynomials.*build)(op.getOperand()));
    else
      rewriter.replaceOp(op, (polynomials.*build)(op.getLhs(), op.getRhs()));
    return success();
  }

  bool fusesMultiplyAdd;
};

/// The larger (or smaller) number, or the other one if one is NaN, by
/// comparisons. LLVM 22 vectorises reductions by llvm.maxnum wrongly if some
/// input is NaN: numbers of other rows are lost.
template <typename OpT, arith::CmpFPredicate isBetter>
struct ExpandMaxNum : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (arith::bitEnumContainsAny(op.getFastmath(), arith::FastMathFlags::nnan))
      return failure();
    Location loc = op.getLoc();
    Value lhs = op.getLhs(), rhs = op.getRhs();
    // An unordered predicate: the left one stays where the right one is NaN.
    Value takesLeft = arith::CmpFOp::create(rewriter, loc, isBetter, lhs, rhs);
    Value better = arith::SelectOp::create(rewriter, loc, takesLeft, lhs, rhs);
    Value leftIsNaN = arith::CmpFOp::create(
        rewriter, loc, arith::CmpFPredicate::UNO, lhs, lhs);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, leftIsNaN, rhs, better);
    return success();
  }
};

/// Whether a magnitude is infinite, or whether it is a normal number. Upstream
/// lowers neither test.
template <typename OpT> struct ExpandClass : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(op.getOperand().getType());
    if (!type)
      return failure();
    Location loc = op.getLoc();
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    auto compare = [&](arith::CmpFPredicate predicate, Value value,
                       const APFloat &bound) -> Value {
      Value constant = arith::ConstantOp::create(
          rewriter, loc, rewriter.getFloatAttr(type, bound));
      return arith::CmpFOp::create(rewriter, loc, predicate, value, constant);
    };
    Value magnitude = math::AbsFOp::create(rewriter, loc, op.getOperand());
    APFloat infinity = APFloat::getInf(semantics);
    if (isa<math::IsInfOp>(op)) {
      rewriter.replaceOp(
          op, compare(arith::CmpFPredicate::OEQ, magnitude, infinity));
      return success();
    }
    Value isLarge = compare(arith::CmpFPredicate::OGE, magnitude,
                            APFloat::getSmallestNormalized(semantics));
    Value isFinite = compare(arith::CmpFPredicate::OLT, magnitude, infinity);
    rewriter.replaceOpWithNewOp<arith::AndIOp>(op, isLarge, isFinite);
    return success();
  }
};

/// Expands powers that a few operations compute with at least the same
/// accuracy.
struct ExpandConstantPower : OpRewritePattern<math::PowFOp> {
  ExpandConstantPower(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/20) {}

  LogicalResult matchAndRewrite(math::PowFOp op,
                                PatternRewriter &rewriter) const override {
    APFloat exponent(0.0);
    if (!matchPattern(op.getRhs(), m_ConstantFloat(&exponent)))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = op.getLhs();
    auto type = dyn_cast<FloatType>(x.getType());
    if (!type)
      return failure();
    auto constant = [&](APFloat value) -> Value {
      bool losesInfo;
      value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
      return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
    };
    if (exponent.isExactlyValue(2)) {
      rewriter.replaceOpWithNewOp<arith::MulFOp>(op, x, x);
    } else if (exponent.isExactlyValue(-1)) {
      rewriter.replaceOpWithNewOp<arith::DivFOp>(op, constant(APFloat(1.0)), x);
    } else if (exponent.isExactlyValue(0.5)) {
      Value isLeast = arith::CmpFOp::create(
          b, arith::CmpFPredicate::OEQ, x,
          constant(APFloat::getInf(APFloat::IEEEdouble(), /*Negative=*/true)));
      // The power of -0 is +0.
      Value positive = arith::AddFOp::create(b, x, constant(APFloat(0.0)));
      Value root = math::SqrtOp::create(b, positive);
      rewriter.replaceOpWithNewOp<arith::SelectOp>(
          op, isLeast, constant(APFloat::getInf(APFloat::IEEEdouble())), root);
    } else if (exponent.isExactlyValue(3) && type.isF32()) {
      Value wide = arith::ExtFOp::create(b, b.getF64Type(), x);
      Value square = arith::MulFOp::create(b, wide, wide);
      rewriter.replaceOpWithNewOp<arith::TruncFOp>(
          op, type, arith::MulFOp::create(b, square, wide).getResult());
    } else {
      return failure();
    }
    return success();
  }
};

struct ExpandSincos : OpRewritePattern<math::SincosOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::SincosOp op,
                                PatternRewriter &rewriter) const override {
    Value x = op.getOperand();
    Value sine = math::SinOp::create(rewriter, op.getLoc(), x);
    Value cosine = math::CosOp::create(rewriter, op.getLoc(), x);
    rewriter.replaceOp(op, {sine, cosine});
    return success();
  }
};

/// Marks the ops that the program itself contains while polynomials are built.
constexpr llvm::StringLiteral kWrittenAttr = "dtensor.written";

/// Replaces `fma` in a polynomial where it would be a call.
void splitMultiplyAdd(math::FmaOp fma) {
  ImplicitLocOpBuilder b(fma.getLoc(), fma);
  Value product = arith::MulFOp::create(b, fma.getA(), fma.getB());
  fma.replaceAllUsesWith(
      arith::AddFOp::create(b, product, fma.getC()).getResult());
  fma.erase();
}

struct ExpandMath : dtensor::impl::ExpandMathBase<ExpandMath> {
  using ExpandMathBase::ExpandMathBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet owned(context);
    owned.add<ExpandFloat<math::ExpOp, &MathPolynomials::exp>,
              ExpandFloat<math::LogOp, &MathPolynomials::log>,
              ExpandFloat<math::CbrtOp, &MathPolynomials::cbrt>,
              ExpandFloat<math::PowFOp, &MathPolynomials::pow>,
              ExpandFloat<math::SinhOp, &MathPolynomials::sinh>,
              ExpandFloat<math::CoshOp, &MathPolynomials::cosh>,
              ExpandFloat<math::AsinhOp, &MathPolynomials::asinh>,
              ExpandFloat<math::AcoshOp, &MathPolynomials::acosh>,
              ExpandFloat<math::AtanhOp, &MathPolynomials::atanh>,
              ExpandFloat<math::RsqrtOp, &MathPolynomials::rsqrt>,
              ExpandFloat<math::RsqrtOp, &MathPolynomials::rsqrt, 64>>(
        context, fusesMultiplyAdd);
    // Without a fused multiply-add the error is larger than the runtime's.
    if (fusesMultiplyAdd)
      owned.add<ExpandFloat<math::ErfOp, &MathPolynomials::erf>,
                ExpandFloat<math::TanhOp, &MathPolynomials::tanh>>(
          context, fusesMultiplyAdd);
    owned.add<ExpandMaxNum<arith::MaxNumFOp, arith::CmpFPredicate::UGE>,
              ExpandMaxNum<arith::MinNumFOp, arith::CmpFPredicate::ULE>,
              ExpandClass<math::IsInfOp>, ExpandClass<math::IsNormalOp>,
              ExpandConstantPower, ExpandSincos>(context);
    populateFloatConversionPatterns(owned, convertsHalves);
    math::populateExpansionPatterns(owned, {"clampf"});
    populateMathAlgebraicSimplificationPatterns(owned);
    arith::populateExpandBFloat16Patterns(owned);
    arith::populateCeilFloorDivExpandOpsPatterns(owned);
    // Roots of roots and products of products are less accurate than powers.
    patterns = FrozenRewritePatternSet(
        std::move(owned), {"(anonymous namespace)::PowFStrengthReduction"});
    return success();
  }

  void runOnOperation() override {
    if (!fusesMultiplyAdd)
      getOperation().walk([](math::FmaOp op) {
        op->setDiscardableAttr(kWrittenAttr, UnitAttr::get(op.getContext()));
      });
    expandWithinRanges();
    // A long function consists mostly of other ops.
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      if (isa<arith::ArithDialect, math::MathDialect>(op->getDialect()))
        ops.push_back(op);
    });
    GreedyRewriteConfig config;
    config.enableFolding(false);
    if (failed(applyOpPatternsGreedily(ops, patterns, config)))
      return signalPassFailure();
    if (!fusesMultiplyAdd)
      getOperation().walk([](math::FmaOp op) {
        if (!op->removeDiscardableAttr(kWrittenAttr))
          splitMultiplyAdd(op);
      });
  }

  /// Expands exp and log of f32. The patterns would no longer see from which
  /// functions their operands come.
  void expandWithinRanges() {
    llvm::MapVector<Operation *, FloatRange> ranges;
    getOperation().walk([&](Operation *op) {
      if (isa<math::ExpOp, math::LogOp>(op) &&
          op->getResult(0).getType().isF32())
        ranges[op] = getRange(op->getOperand(0));
    });
    IRRewriter rewriter(&getContext());
    for (auto [op, range] : ranges) {
      rewriter.setInsertionPoint(op);
      bool approximates =
          arith::bitEnumContainsAny(cast<arith::ArithFastMathInterface>(op)
                                        .getFastMathFlagsAttr()
                                        .getValue(),
                                    arith::FastMathFlags::afn);
      MathPolynomials polynomials(rewriter, op->getLoc(), fusesMultiplyAdd,
                                  approximates);
      Value x = op->getOperand(0);
      rewriter.replaceOp(op, isa<math::ExpOp>(op)
                                 ? polynomials.expWithin(x, range)
                                 : polynomials.logWithin(x, range));
    }
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
