//===- ChloOps.cpp - Functions that StableHLO does not have ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "ScalarOps.h"
#include "dtensor/Frontend/StableHLO/IR/Chlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace dtensor::stablehlo;

/// sum of c[i] * x^(n - i), by Horner's rule.
static Value createPolynomial(ImplicitLocOpBuilder &b, Value x,
                              ArrayRef<double> coefficients) {
  Value sum = createConstant(b, x.getType(), coefficients.front());
  for (double coefficient : coefficients.drop_front())
    sum = arith::AddFOp::create(b, arith::MulFOp::create(b, sum, x),
                                createConstant(b, x.getType(), coefficient));
  return sum;
}

/// Giles, "Approximating the erfinv function" (GPU Computing Gems 2, 2011),
/// single precision: two polynomials in w = -log((1 - x) (1 + x)), with 4e-7
/// of relative error. One step of Newton's method makes doubles exact.
static Value createErfInv(ImplicitLocOpBuilder &b, Value x) {
  Type type = x.getType();
  Value one = createConstant(b, type, 1);
  auto multiply = [&](Value left, Value right) -> Value {
    return arith::MulFOp::create(b, left, right);
  };
  // Of the tails of a double the logarithm of 1 - x^2 keeps what 1 - x loses.
  Value square = arith::NegFOp::create(b, multiply(x, x));
  Value w = arith::NegFOp::create(b, math::Log1pOp::create(b, square));
  Value near = arith::SubFOp::create(b, w, createConstant(b, type, 2.5));
  Value far = arith::SubFOp::create(b, math::SqrtOp::create(b, w),
                                    createConstant(b, type, 3));
  Value nearValue = createPolynomial(
      b, near,
      {2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06,
       0.00021858087, -0.00125372503, -0.00417768164, 0.246640727, 1.50140941});
  Value farValue = createPolynomial(
      b, far,
      {-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844,
       0.00573950773, -0.0076224613, 0.00943887047, 1.00167406, 2.83297682});
  Value isNear = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, w,
                                       createConstant(b, type, 5));
  Value result =
      multiply(arith::SelectOp::create(b, isNear, nearValue, farValue), x);
  if (type.isF64())
    for (int step = 0; step < 2; ++step) {
      // y - (erf(y) - x) sqrt(pi) / 2 * e^(y^2)
      Value error = arith::SubFOp::create(b, math::ErfOp::create(b, result), x);
      Value slope = multiply(math::ExpOp::create(b, multiply(result, result)),
                             createConstant(b, type, 0.88622692545275801));
      result = arith::SubFOp::create(b, result, multiply(error, slope));
    }
  // At the ends: infinities.
  Value isEnd = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ,
                                      math::AbsFOp::create(b, x), one);
  auto floatType = cast<FloatType>(type);
  Value infinity = arith::ConstantOp::create(
      b, b.getFloatAttr(floatType,
                        APFloat::getInf(floatType.getFloatSemantics())));
  return arith::SelectOp::create(
      b, isEnd, math::CopySignOp::create(b, infinity, x), result);
}

static Value createConj(ImplicitLocOpBuilder &b, Value x) {
  return isa<ComplexType>(x.getType()) ? Value(complex::ConjOp::create(b, x))
                                       : x;
}

static Value createSquare(ImplicitLocOpBuilder &b, Value x) {
  if (isa<FloatType>(x.getType()))
    return arith::MulFOp::create(b, x, x);
  if (isa<ComplexType>(x.getType()))
    return complex::MulOp::create(b, x, x);
  return arith::MulIOp::create(b, x, x);
}

/// Whether x is infinite; `sign` says of which sign, 0 of any.
template <int sign> static Value createIsInf(ImplicitLocOpBuilder &b, Value x) {
  auto type = cast<FloatType>(x.getType());
  Value infinity = arith::ConstantOp::create(
      b, b.getFloatAttr(type, APFloat::getInf(type.getFloatSemantics(),
                                              /*Negative=*/sign < 0)));
  if (sign == 0)
    x = math::AbsFOp::create(b, x);
  return arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, x, infinity);
}

template <typename Op> static Value create(ImplicitLocOpBuilder &b, Value x) {
  return Op::create(b, x);
}

/// Narrow floats are computed in f32. Functions of complex numbers that are not
/// made here are errors.
template <typename ChloOp, Value (*create)(ImplicitLocOpBuilder &, Value),
          bool takesComplex = false>
static LogicalResult importFunction(ChloOp op, Importer &importer) {
  Value operand = importer.get(op->getOperand(0));
  Type element = getElementTypeOrSelf(operand.getType());
  if (isa<ComplexType>(element) && !takesComplex)
    return op.emitOpError("cannot be imported for complex numbers");
  RankedTensorType type = Importer::convertTensor(op->getResult(0).getType());
  Value result = importer.createMap(
      type, operand, op.getLoc(),
      [&](OpBuilder &inner, Location loc, ValueRange scalars) {
        ImplicitLocOpBuilder b(loc, inner);
        Value x = scalars.front();
        bool isNarrow =
            isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
        if (isNarrow)
          x = arith::ExtFOp::create(b, b.getF32Type(), x);
        Value y = create(b, x);
        if (y.getType() != type.getElementType())
          y = arith::TruncFOp::create(b, type.getElementType(), y);
        return y;
      });
  importer.bind(op->getResults(), result);
  return success();
}

void dtensor::stablehlo::addChloOps(ImportTable &table) {
#define FUNCTION(OP, FN)                                                       \
  table.add<chlo::OP, importFunction<chlo::OP, create<math::FN>>>();
  FUNCTION(AcosOp, AcosOp)
  FUNCTION(AcoshOp, AcoshOp)
  FUNCTION(AsinOp, AsinOp)
  FUNCTION(AsinhOp, AsinhOp)
  FUNCTION(AtanOp, AtanOp)
  FUNCTION(AtanhOp, AtanhOp)
  FUNCTION(CoshOp, CoshOp)
  FUNCTION(SinhOp, SinhOp)
  FUNCTION(TanOp, TanOp)
  FUNCTION(ErfOp, ErfOp)
  FUNCTION(ErfcOp, ErfcOp)
#undef FUNCTION
  table.add<chlo::ErfInvOp, importFunction<chlo::ErfInvOp, createErfInv>>();
  table.add<chlo::ConjOp, importFunction<chlo::ConjOp, createConj, true>>();
  table.add<chlo::SquareOp,
            importFunction<chlo::SquareOp, createSquare, true>>();
  table.add<chlo::IsInfOp, importFunction<chlo::IsInfOp, createIsInf<0>>>();
  table.add<chlo::IsPosInfOp,
            importFunction<chlo::IsPosInfOp, createIsInf<1>>>();
  table.add<chlo::IsNegInfOp,
            importFunction<chlo::IsNegInfOp, createIsInf<-1>>>();
}
