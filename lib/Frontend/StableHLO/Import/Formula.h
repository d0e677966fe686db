//===- Formula.h - Formulas of scalars, written as such ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_FORMULA_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_FORMULA_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace dtensor::stablehlo {

/// An i1 in a formula.
struct Condition {
  mlir::ImplicitLocOpBuilder *b;
  mlir::Value value;

  Condition operator&&(Condition other) const {
    return {b, mlir::arith::AndIOp::create(*b, value, other.value)};
  }
  Condition operator||(Condition other) const {
    return {b, mlir::arith::OrIOp::create(*b, value, other.value)};
  }
};

/// A float in a formula, whose operators create ops. Numbers take the type of
/// the float that they are used with.
struct Real {
  mlir::ImplicitLocOpBuilder *b;
  mlir::Value value;

  mlir::FloatType type() const {
    return llvm::cast<mlir::FloatType>(value.getType());
  }
  Real constant(double number) const {
    llvm::APFloat converted(number);
    bool losesInfo;
    converted.convert(type().getFloatSemantics(),
                      llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return {b, mlir::arith::ConstantOp::create(
                   *b, b->getFloatAttr(type(), converted))};
  }
  template <typename Op> Real unary() const {
    return {b, Op::create(*b, value)};
  }
  template <typename Op> Real binary(Real other) const {
    return {b, Op::create(*b, value, other.value)};
  }
  Condition compare(mlir::arith::CmpFPredicate predicate, Real other) const {
    return {b, mlir::arith::CmpFOp::create(*b, predicate, value, other.value)};
  }

  Real operator-() const { return unary<mlir::arith::NegFOp>(); }
  Condition isNaN() const {
    return compare(mlir::arith::CmpFPredicate::UNO, *this);
  }
};

// Comparisons are false if one side is NaN.
#define DTENSOR_FORMULA_OPERATOR(SYMBOL, RESULT, EXPRESSION)                   \
  inline RESULT operator SYMBOL(Real x, Real y) { return EXPRESSION; }         \
  inline RESULT operator SYMBOL(Real x, double y) {                            \
    return x SYMBOL x.constant(y);                                             \
  }                                                                            \
  inline RESULT operator SYMBOL(double x, Real y) {                            \
    return y.constant(x) SYMBOL y;                                             \
  }
DTENSOR_FORMULA_OPERATOR(+, Real, x.binary<mlir::arith::AddFOp>(y))
DTENSOR_FORMULA_OPERATOR(-, Real, x.binary<mlir::arith::SubFOp>(y))
DTENSOR_FORMULA_OPERATOR(*, Real, x.binary<mlir::arith::MulFOp>(y))
DTENSOR_FORMULA_OPERATOR(/, Real, x.binary<mlir::arith::DivFOp>(y))
DTENSOR_FORMULA_OPERATOR(<, Condition,
                         x.compare(mlir::arith::CmpFPredicate::OLT, y))
DTENSOR_FORMULA_OPERATOR(<=, Condition,
                         x.compare(mlir::arith::CmpFPredicate::OLE, y))
DTENSOR_FORMULA_OPERATOR(>, Condition,
                         x.compare(mlir::arith::CmpFPredicate::OGT, y))
DTENSOR_FORMULA_OPERATOR(>=, Condition,
                         x.compare(mlir::arith::CmpFPredicate::OGE, y))
DTENSOR_FORMULA_OPERATOR(==, Condition,
                         x.compare(mlir::arith::CmpFPredicate::OEQ, y))
#undef DTENSOR_FORMULA_OPERATOR

#define DTENSOR_FORMULA_FUNCTION(NAME, OP)                                     \
  inline Real NAME(Real x) { return x.unary<mlir::math::OP>(); }
DTENSOR_FORMULA_FUNCTION(abs, AbsFOp)
DTENSOR_FORMULA_FUNCTION(asinh, AsinhOp)
DTENSOR_FORMULA_FUNCTION(cos, CosOp)
DTENSOR_FORMULA_FUNCTION(cosh, CoshOp)
DTENSOR_FORMULA_FUNCTION(erf, ErfOp)
DTENSOR_FORMULA_FUNCTION(erfc, ErfcOp)
DTENSOR_FORMULA_FUNCTION(exp, ExpOp)
DTENSOR_FORMULA_FUNCTION(expm1, ExpM1Op)
DTENSOR_FORMULA_FUNCTION(floor, FloorOp)
DTENSOR_FORMULA_FUNCTION(log, LogOp)
DTENSOR_FORMULA_FUNCTION(log1p, Log1pOp)
DTENSOR_FORMULA_FUNCTION(sin, SinOp)
DTENSOR_FORMULA_FUNCTION(sinh, SinhOp)
DTENSOR_FORMULA_FUNCTION(sqrt, SqrtOp)
DTENSOR_FORMULA_FUNCTION(tan, TanOp)
#undef DTENSOR_FORMULA_FUNCTION

inline Real atan2(Real y, Real x) { return y.binary<mlir::math::Atan2Op>(x); }
inline Real pow(Real x, Real y) { return x.binary<mlir::math::PowFOp>(y); }
inline Real copySign(Real x, Real sign) {
  return x.binary<mlir::math::CopySignOp>(sign);
}
inline Real fma(Real x, Real y, Real z) {
  return {x.b, mlir::math::FmaOp::create(*x.b, x.value, y.value, z.value)};
}
/// NaN if either is NaN.
inline Real max(Real x, Real y) { return x.binary<mlir::arith::MaximumFOp>(y); }
inline Real min(Real x, Real y) { return x.binary<mlir::arith::MinimumFOp>(y); }
inline Real select(Condition condition, Real x, Real y) {
  return {x.b, mlir::arith::SelectOp::create(*x.b, condition.value, x.value,
                                             y.value)};
}
inline Real select(Condition condition, Real x, double y) {
  return select(condition, x, x.constant(y));
}
inline Real select(Condition condition, double x, Real y) {
  return select(condition, y.constant(x), y);
}

/// sum of c[i] * x^(n - i), by Horner's rule.
inline Real polynomial(Real x, llvm::ArrayRef<double> coefficients) {
  Real sum = x.constant(coefficients.front());
  for (double coefficient : coefficients.drop_front())
    sum = sum * x + coefficient;
  return sum;
}

/// Converts `x` to a formula's float of `type`, which is at least as wide, or
/// back.
inline Real convert(Real x, mlir::FloatType type) {
  if (x.type().getWidth() < type.getWidth())
    return {x.b, mlir::arith::ExtFOp::create(*x.b, type, x.value)};
  if (x.type().getWidth() > type.getWidth())
    return {x.b, mlir::arith::TruncFOp::create(*x.b, type, x.value)};
  return x;
}

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_FORMULA_H
