//===- ChloOps.cpp - Functions that StableHLO does not have ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComplexFunctions.h"
#include "Importer.h"
#include "ScalarOps.h"
#include "SpecialFunctions.h"
#include "dtensor/Frontend/StableHLO/IR/Chlo.h"

using namespace mlir;
using namespace dtensor::stablehlo;

//===----------------------------------------------------------------------===//
// One scalar
//===----------------------------------------------------------------------===//

using CreateScalar = Value (*)(ImplicitLocOpBuilder &b, ValueRange operands,
                               bool isUnsigned);

/// A function of floats, computed in f64 or at least in f32.
template <auto function, bool isWide = true>
static Value createReal(ImplicitLocOpBuilder &b, ValueRange operands, bool) {
  auto type = cast<FloatType>(operands[0].getType());
  FloatType compute = isWide                 ? b.getF64Type()
                      : type.getWidth() < 32 ? cast<FloatType>(b.getF32Type())
                                             : type;
  auto get = [&](Value value) { return convert(Real{&b, value}, compute); };
  if constexpr (std::is_invocable_v<decltype(function), Real>)
    return convert(function(get(operands[0])), type).value;
  else
    return convert(function(get(operands[0]), get(operands[1])), type).value;
}

/// An op of math, or a function of complex numbers.
template <typename Op, Complex (*function)(Complex)>
static Value createElementary(ImplicitLocOpBuilder &b, ValueRange operands,
                              bool isUnsigned) {
  if (isa<ComplexType>(operands[0].getType()))
    return createComplex(b, function, operands);
  return createReal<[](Real x) { return x.unary<Op>(); }, /*isWide=*/false>(
      b, operands, isUnsigned);
}

static Value createNextAfter(ImplicitLocOpBuilder &b, ValueRange operands,
                             bool) {
  return nextAfter({&b, operands[0]}, {&b, operands[1]}).value;
}

static Value createConj(ImplicitLocOpBuilder &b, ValueRange operands, bool) {
  Value x = operands[0];
  return isa<ComplexType>(x.getType()) ? Value(complex::ConjOp::create(b, x))
                                       : x;
}

static Value createSquare(ImplicitLocOpBuilder &b, ValueRange operands, bool) {
  Value x = operands[0];
  if (isa<FloatType>(x.getType()))
    return arith::MulFOp::create(b, x, x);
  if (isa<ComplexType>(x.getType()))
    return complex::MulOp::create(b, x, x);
  return arith::MulIOp::create(b, x, x);
}

/// Whether x is infinite with the sign `sign`; 0 means either sign.
template <int sign>
static Value createIsInf(ImplicitLocOpBuilder &b, ValueRange operands, bool) {
  Real x{&b, operands[0]};
  double infinity = std::numeric_limits<double>::infinity();
  if (sign == 0)
    x = abs(x);
  return (x == (sign < 0 ? -infinity : infinity)).value;
}

static Value createMulhi(ImplicitLocOpBuilder &b, ValueRange operands,
                         bool isUnsigned) {
  if (isUnsigned)
    return arith::MulUIExtendedOp::create(b, operands[0], operands[1])
        .getHigh();
  return arith::MulSIExtendedOp::create(b, operands[0], operands[1]).getHigh();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

template <typename ChloOp, CreateScalar create>
static LogicalResult importFunction(ChloOp op, Importer &importer) {
  bool isUnsigned =
      getElementTypeOrSelf(op->getOperand(0).getType()).isUnsignedInteger();
  Value result = importer.createMap(
      Importer::convertTensor(op->getResult(0).getType()),
      importer.get(op->getOperands()), op.getLoc(),
      [&](OpBuilder &inner, Location loc, ValueRange scalars) {
        ImplicitLocOpBuilder b(loc, inner);
        return create(b, scalars, isUnsigned);
      });
  importer.bind(op->getResults(), result);
  return success();
}

void dtensor::stablehlo::addChloOps(ImportTable &table) {
#define FUNCTION(OP, CREATE)                                                   \
  table.add<chlo::OP, importFunction<chlo::OP, CREATE>>();
  FUNCTION(AcosOp, (createElementary<math::AcosOp, acos>))
  FUNCTION(AcoshOp, (createElementary<math::AcoshOp, acosh>))
  FUNCTION(AsinOp, (createElementary<math::AsinOp, asin>))
  FUNCTION(AsinhOp, (createElementary<math::AsinhOp, asinh>))
  FUNCTION(AtanOp, (createElementary<math::AtanOp, atan>))
  FUNCTION(AtanhOp, (createElementary<math::AtanhOp, atanh>))
  FUNCTION(CoshOp, (createElementary<math::CoshOp, cosh>))
  FUNCTION(SinhOp, (createElementary<math::SinhOp, sinh>))
  FUNCTION(TanOp, (createElementary<math::TanOp, tan>))
  FUNCTION(ErfOp, (createReal<(Real (*)(Real))erf, false>))
  FUNCTION(ErfcOp, (createReal<(Real (*)(Real))erfc, false>))
  FUNCTION(ErfInvOp, (createReal<erfInv, false>))
  FUNCTION(BesselI1eOp, (createReal<besselI1e>))
  FUNCTION(DigammaOp, (createReal<digamma>))
  FUNCTION(LgammaOp, (createReal<(Real (*)(Real))dtensor::stablehlo::lgamma>))
  FUNCTION(PolygammaOp, (createReal<polygamma>))
  FUNCTION(ZetaOp, (createReal<zeta>))
  FUNCTION(NextAfterOp, createNextAfter)
  FUNCTION(ConjOp, createConj)
  FUNCTION(SquareOp, createSquare)
  FUNCTION(MulhiOp, createMulhi)
  FUNCTION(IsInfOp, createIsInf<0>)
  FUNCTION(IsPosInfOp, createIsInf<1>)
  FUNCTION(IsNegInfOp, createIsInf<-1>)
#undef FUNCTION
}
