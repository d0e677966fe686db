//===- ScalarOps.cpp - Elementwise ops on one element ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarOps.h"
#include "ComplexFunctions.h"
#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace dtensor::stablehlo;

/// Makes the scalar op for one kind of operand. Integers ask `isUnsigned`, as
/// types without signs do not say.
namespace {
struct Scalar {
  ImplicitLocOpBuilder &b;
  ValueRange operands;
  bool isUnsigned;

  Type type() const { return operands[0].getType(); }
  bool isFloat() const { return isa<FloatType>(type()); }
  bool isComplex() const { return isa<ComplexType>(type()); }
  bool isBool() const { return type().isInteger(1); }
  Value x() const { return operands[0]; }
  Value y() const { return operands[1]; }
  Value constant(double value) const {
    return createConstant(b, type(), value);
  }
  Value integer(const APInt &value) const {
    return arith::ConstantOp::create(b, b.getIntegerAttr(type(), value));
  }
  unsigned width() const { return type().getIntOrFloatBitWidth(); }

  template <typename Op> Value unary() const { return Op::create(b, x()); }
  template <typename Op> Value binary() const {
    return Op::create(b, x(), y());
  }

  /// The op for floats, or the function of complex numbers.
  template <typename FloatOp>
  Value function(Complex (*ofComplex)(Complex)) const {
    return isComplex() ? createComplex(b, ofComplex, operands)
                       : unary<FloatOp>();
  }
  template <typename FloatOp, typename IntegerOp, typename ComplexOp>
  Value arithmetic() const {
    if (isFloat())
      return binary<FloatOp>();
    return isComplex() ? binary<ComplexOp>() : binary<IntegerOp>();
  }
  Value compare(arith::CmpFPredicate predicate, Value a, Value c) const {
    return arith::CmpFOp::create(b, predicate, a, c);
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value c) const {
    return arith::CmpIOp::create(b, predicate, a, c);
  }
  Value select(Value condition, Value a, Value c) const {
    return arith::SelectOp::create(b, condition, a, c);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static Value createSign(const Scalar &s) {
  if (s.isFloat()) {
    Value sign = math::CopySignOp::create(s.b, s.constant(1), s.x());
    Value stays = s.compare(arith::CmpFPredicate::UEQ, s.x(), s.constant(0));
    return s.select(stays, s.x(), sign);
  }
  if (s.isComplex())
    return createComplex(s.b, sign, s.operands);
  Value isZero = s.compare(arith::CmpIPredicate::eq, s.x(), s.constant(0));
  Value sign = s.constant(1);
  if (!s.isUnsigned)
    sign = s.select(s.compare(arith::CmpIPredicate::slt, s.x(), s.constant(0)),
                    s.constant(-1), sign);
  return s.select(isZero, s.constant(0), sign);
}

static Value createAbs(const Scalar &s) {
  if (s.isFloat())
    return s.unary<math::AbsFOp>();
  if (s.isComplex()) {
    Value magnitude = createComplex(
        s.b, +[](Complex z) { return Complex{hypot(z), z.im}; }, s.operands);
    return complex::ReOp::create(s.b, magnitude);
  }
  return s.isUnsigned ? s.x() : s.unary<math::AbsIOp>();
}

static Value createNegation(const Scalar &s) {
  if (s.isFloat())
    return s.unary<arith::NegFOp>();
  if (s.isComplex())
    return s.unary<complex::NegOp>();
  return arith::SubIOp::create(s.b, s.constant(0), s.x());
}

static Value createLogistic(const Scalar &s) {
  if (s.isComplex())
    return createComplex(s.b, logistic, s.operands);
  Real x{&s.b, s.x()};
  FloatType type = x.type();
  if (type.getWidth() < 32)
    x = convert(x, s.b.getF32Type());
  return convert(1. / (1. + exp(-x)), type).value;
}

static Value createCbrt(const Scalar &s) {
  if (!s.isComplex())
    return s.unary<math::CbrtOp>();
  Value third[] = {s.x(), s.constant(1.0 / 3)};
  return createComplex(s.b, pow, third);
}

/// Sizes below 32 bits have no bits of their own to look at for a float's sign
/// and exponent; the format is cut down in the value's own bits.
static Value createReducePrecision(const Scalar &s, ReducePrecisionOp op) {
  auto type = cast<FloatType>(s.type());
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  unsigned width = type.getWidth();
  unsigned mantissa = APFloat::semanticsPrecision(semantics) - 1;
  unsigned exponent = width - 1 - mantissa;
  unsigned newMantissa = op.getMantissaBits();
  unsigned newExponent = op.getExponentBits();
  Type bits = s.b.getIntegerType(width);
  auto integer = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(s.b, s.b.getIntegerAttr(bits, value));
  };
  Value x = arith::BitcastOp::create(s.b, bits, s.x());
  if (newMantissa < mantissa) {
    // To nearest, ties to even: half of what is cut off, less one, and the
    // last bit that stays.
    unsigned cut = mantissa - newMantissa;
    APInt last = APInt::getOneBitSet(width, cut);
    Value isOdd = arith::ShRUIOp::create(
        s.b, arith::AndIOp::create(s.b, x, integer(last)),
        integer(APInt(width, cut)));
    Value bias = arith::AddIOp::create(s.b, integer(last.lshr(1) - 1), isOdd);
    x = arith::AddIOp::create(s.b, x, bias);
    x = arith::AndIOp::create(s.b, x, integer(~(last - 1)));
  }
  if (newExponent < exponent) {
    APInt sign = APInt::getSignMask(width);
    APInt fullBias = APInt::getLowBitsSet(width, exponent - 1);
    APInt newBias = APInt::getLowBitsSet(width, newExponent - 1);
    APInt exponentMask = APInt::getLowBitsSet(width, exponent).shl(mantissa);
    APInt largest = (fullBias + newBias).shl(mantissa);
    APInt smallest = (fullBias - newBias).shl(mantissa);
    Value itsSign = arith::AndIOp::create(s.b, x, integer(sign));
    Value itsExponent = arith::AndIOp::create(s.b, x, integer(exponentMask));
    Value overflows =
        s.compare(arith::CmpIPredicate::ugt, itsExponent, integer(largest));
    Value underflows =
        s.compare(arith::CmpIPredicate::ule, itsExponent, integer(smallest));
    Value infinity = arith::OrIOp::create(s.b, itsSign, integer(exponentMask));
    x = s.select(overflows, infinity, x);
    x = s.select(underflows, itsSign, x);
  }
  Value reduced = arith::BitcastOp::create(s.b, type, x);
  Value isNaN = s.compare(arith::CmpFPredicate::UNO, s.x(), s.x());
  return s.select(isNaN, s.x(), reduced);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Integer division never traps: by 0 the quotient is all ones and the
/// remainder the dividend; the least number divided by -1 is itself.
static Value createIntegerDivision(const Scalar &s, bool remainder) {
  Value one = s.constant(1), minusOne = s.constant(-1);
  Value byZero = s.compare(arith::CmpIPredicate::eq, s.y(), s.constant(0));
  Value isUnsafe = byZero;
  Value overflows;
  if (!s.isUnsigned && !s.isBool()) {
    overflows = arith::AndIOp::create(
        s.b,
        s.compare(arith::CmpIPredicate::eq, s.x(),
                  s.integer(APInt::getSignedMinValue(s.width()))),
        s.compare(arith::CmpIPredicate::eq, s.y(), minusOne));
    isUnsafe = arith::OrIOp::create(s.b, byZero, overflows);
  }
  Value divisor = s.select(isUnsafe, one, s.y());
  bool isUnsigned = s.isUnsigned || s.isBool();
  Value result;
  if (remainder)
    result = isUnsigned ? Value(arith::RemUIOp::create(s.b, s.x(), divisor))
                        : Value(arith::RemSIOp::create(s.b, s.x(), divisor));
  else
    result = isUnsigned ? Value(arith::DivUIOp::create(s.b, s.x(), divisor))
                        : Value(arith::DivSIOp::create(s.b, s.x(), divisor));
  // Divided by 1 instead, the least number is what it should be.
  return s.select(byZero, remainder ? s.x() : minusOne, result);
}

static Value createDivision(const Scalar &s) {
  if (s.isFloat())
    return s.binary<arith::DivFOp>();
  if (s.isComplex())
    return s.binary<complex::DivOp>();
  return createIntegerDivision(s, /*remainder=*/false);
}

static Value createRemainder(const Scalar &s) {
  if (s.isFloat())
    return s.binary<arith::RemFOp>();
  return createIntegerDivision(s, /*remainder=*/true);
}

/// By squaring, over the bits of the exponent. A negative exponent gives the
/// reciprocal, which is 0 but for 1 and -1.
static Value createIntegerPower(const Scalar &s) {
  Value zero = s.constant(0), one = s.constant(1);
  Value result = one, square = s.x(), exponent = s.y();
  for (unsigned bit = 0; bit < s.width(); ++bit) {
    Value isSet = s.compare(
        arith::CmpIPredicate::ne,
        arith::AndIOp::create(s.b, exponent,
                              s.integer(APInt::getOneBitSet(s.width(), bit))),
        zero);
    result =
        s.select(isSet, arith::MulIOp::create(s.b, result, square), result);
    if (bit + 1 < s.width())
      square = arith::MulIOp::create(s.b, square, square);
  }
  if (s.isUnsigned || s.isBool())
    return result;
  Value minusOne = s.constant(-1);
  Value isNegative = s.compare(arith::CmpIPredicate::slt, s.y(), zero);
  Value isOne = s.compare(arith::CmpIPredicate::eq, s.x(), one);
  Value isMinusOne = s.compare(arith::CmpIPredicate::eq, s.x(), minusOne);
  Value isOdd = s.compare(arith::CmpIPredicate::ne,
                          arith::AndIOp::create(s.b, s.y(), one), zero);
  Value reciprocal = s.select(
      isOne, one, s.select(isMinusOne, s.select(isOdd, minusOne, one), zero));
  return s.select(isNegative, reciprocal, result);
}

static Value createPower(const Scalar &s) {
  if (s.isFloat())
    return s.binary<math::PowFOp>();
  if (s.isComplex())
    return createComplex(s.b, pow, s.operands);
  return createIntegerPower(s);
}

/// Complex numbers are ordered by real, then by imaginary part.
static Value createComplexExtreme(const Scalar &s, bool greater) {
  auto ordered =
      greater ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT;
  Value xr = complex::ReOp::create(s.b, s.x());
  Value yr = complex::ReOp::create(s.b, s.y());
  Value xi = complex::ImOp::create(s.b, s.x());
  Value yi = complex::ImOp::create(s.b, s.y());
  Value sameReal = s.compare(arith::CmpFPredicate::OEQ, xr, yr);
  Value first = s.select(sameReal, s.compare(ordered, xi, yi),
                         s.compare(ordered, xr, yr));
  return s.select(first, s.x(), s.y());
}

template <typename FloatOp, typename SignedOp, typename UnsignedOp>
static Value createExtreme(const Scalar &s, bool greater) {
  if (s.isFloat())
    return s.binary<FloatOp>();
  if (s.isComplex())
    return createComplexExtreme(s, greater);
  return s.isUnsigned || s.isBool() ? s.binary<UnsignedOp>()
                                    : s.binary<SignedOp>();
}

/// Past the width all bits are shifted out; `arith` would make poison.
template <typename Op> static Value createShift(const Scalar &s) {
  constexpr bool isArithmetic = std::is_same_v<Op, arith::ShRSIOp>;
  Value most = s.integer(APInt(s.width(), s.width() - 1));
  Value isPast = s.compare(arith::CmpIPredicate::ugt, s.y(), most);
  Value amount = s.select(isPast, most, s.y());
  Value result = Op::create(s.b, s.x(), amount);
  return isArithmetic ? result : s.select(isPast, s.constant(0), result);
}

static Value createAdd(const Scalar &s) {
  if (s.isBool())
    return s.binary<arith::OrIOp>();
  return s.arithmetic<arith::AddFOp, arith::AddIOp, complex::AddOp>();
}

static Value createMul(const Scalar &s) {
  if (s.isBool())
    return s.binary<arith::AndIOp>();
  return s.arithmetic<arith::MulFOp, arith::MulIOp, complex::MulOp>();
}

//===----------------------------------------------------------------------===//
// Comparisons and choices
//===----------------------------------------------------------------------===//

/// Bits such that signed integers are in the total order of floats: -NaN,
/// -inf, ..., -0, +0, ..., inf, NaN.
static Value createOrderedBits(ImplicitLocOpBuilder &b, Value value) {
  unsigned width = value.getType().getIntOrFloatBitWidth();
  Type type = b.getIntegerType(width);
  Value bits = arith::BitcastOp::create(b, type, value);
  auto integer = [&](const APInt &constant) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(type, constant));
  };
  Value sign =
      arith::ShRSIOp::create(b, bits, integer(APInt(width, width - 1)));
  Value flip =
      arith::AndIOp::create(b, sign, integer(APInt::getSignedMaxValue(width)));
  return arith::XOrIOp::create(b, bits, flip);
}

Value dtensor::stablehlo::createTotalOrder(ImplicitLocOpBuilder &builder,
                                           arith::CmpIPredicate predicate,
                                           Value x, Value y) {
  Value left = createOrderedBits(builder, x);
  return arith::CmpIOp::create(builder, predicate, left,
                               createOrderedBits(builder, y));
}

static arith::CmpFPredicate getFloatPredicate(ComparisonDirection direction) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return arith::CmpFPredicate::OEQ;
  case ComparisonDirection::NE:
    return arith::CmpFPredicate::UNE;
  case ComparisonDirection::GE:
    return arith::CmpFPredicate::OGE;
  case ComparisonDirection::GT:
    return arith::CmpFPredicate::OGT;
  case ComparisonDirection::LE:
    return arith::CmpFPredicate::OLE;
  case ComparisonDirection::LT:
    return arith::CmpFPredicate::OLT;
  }
  llvm_unreachable("all directions are above");
}

static arith::CmpIPredicate getIntegerPredicate(ComparisonDirection direction,
                                                bool isUnsigned) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return arith::CmpIPredicate::eq;
  case ComparisonDirection::NE:
    return arith::CmpIPredicate::ne;
  case ComparisonDirection::GE:
    return isUnsigned ? arith::CmpIPredicate::uge : arith::CmpIPredicate::sge;
  case ComparisonDirection::GT:
    return isUnsigned ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::sgt;
  case ComparisonDirection::LE:
    return isUnsigned ? arith::CmpIPredicate::ule : arith::CmpIPredicate::sle;
  case ComparisonDirection::LT:
    return isUnsigned ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
  }
  llvm_unreachable("all directions are above");
}

static Value createComparison(const Scalar &s, CompareOp op) {
  ComparisonDirection direction = op.getComparisonDirection();
  if (s.isComplex())
    return direction == ComparisonDirection::EQ
               ? s.binary<complex::EqualOp>()
               : s.binary<complex::NotEqualOp>();
  if (!s.isFloat())
    return s.compare(getIntegerPredicate(direction, s.isUnsigned || s.isBool()),
                     s.x(), s.y());
  if (op.getCompareType() == ComparisonType::TOTALORDER)
    return createTotalOrder(
        s.b, getIntegerPredicate(direction, /*isUnsigned=*/false), s.x(),
        s.y());
  return s.compare(getFloatPredicate(direction), s.x(), s.y());
}

static Value createMax(const Scalar &s) {
  return createExtreme<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(
      s, /*greater=*/true);
}

static Value createMin(const Scalar &s) {
  return createExtreme<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(
      s, /*greater=*/false);
}

static Value createClamp(const Scalar &s) {
  Value atLeast[] = {s.operands[1], s.operands[0]};
  Value atMost[] = {createMax({s.b, atLeast, s.isUnsigned}), s.operands[2]};
  return createMin({s.b, atMost, s.isUnsigned});
}

static Value createIsFinite(const Scalar &s) {
  auto type = cast<FloatType>(s.type());
  Value infinity = arith::ConstantOp::create(
      s.b, s.b.getFloatAttr(type, APFloat::getInf(type.getFloatSemantics())));
  return s.compare(arith::CmpFPredicate::OLT, s.unary<math::AbsFOp>(),
                   infinity);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

using CreateScalar = Value (*)(const Scalar &, Operation *);

static const llvm::DenseMap<TypeID, CreateScalar> &getTable() {
  using Table = llvm::DenseMap<TypeID, CreateScalar>;
  static const Table table = [] {
    Table entries;
#define SCALAR(OP, EXPRESSION)                                                 \
  entries[TypeID::get<OP>()] = [](const Scalar &s, Operation *op) -> Value {   \
    (void)op;                                                                  \
    return EXPRESSION;                                                         \
  };
    SCALAR(AbsOp, createAbs(s))
    SCALAR(CbrtOp, createCbrt(s))
    SCALAR(CeilOp, s.unary<math::CeilOp>())
    SCALAR(ClzOp, s.unary<math::CountLeadingZerosOp>())
    SCALAR(CosineOp, s.function<math::CosOp>(cos))
    SCALAR(ExpOp, s.function<math::ExpOp>(exp))
    SCALAR(Expm1Op, s.function<math::ExpM1Op>(expm1))
    SCALAR(FloorOp, s.unary<math::FloorOp>())
    SCALAR(IsFiniteOp, createIsFinite(s))
    SCALAR(LogOp, s.function<math::LogOp>(log))
    SCALAR(Log1pOp, s.function<math::Log1pOp>(log1p))
    SCALAR(LogisticOp, createLogistic(s))
    SCALAR(NegOp, createNegation(s))
    SCALAR(NotOp, arith::XOrIOp::create(s.b, s.x(), s.constant(-1)))
    SCALAR(PopulationCountOp, s.unary<math::CtPopOp>())
    SCALAR(RoundOp, s.unary<math::RoundOp>())
    SCALAR(RoundNearestEvenOp, s.unary<math::RoundEvenOp>())
    SCALAR(RsqrtOp, s.function<math::RsqrtOp>(rsqrt))
    SCALAR(SignOp, createSign(s))
    SCALAR(SineOp, s.function<math::SinOp>(sin))
    SCALAR(SqrtOp, s.function<math::SqrtOp>(sqrt))
    SCALAR(TanOp, s.function<math::TanOp>(tan))
    SCALAR(TanhOp, s.function<math::TanhOp>(tanh))
    SCALAR(ReducePrecisionOp,
           createReducePrecision(s, cast<ReducePrecisionOp>(op)))
    SCALAR(RealOp, s.isComplex() ? s.unary<complex::ReOp>() : s.x())
    SCALAR(ImagOp, s.isComplex() ? s.unary<complex::ImOp>() : s.constant(0))
    SCALAR(AddOp, createAdd(s))
    SCALAR(AndOp, s.binary<arith::AndIOp>())
    SCALAR(Atan2Op, (s.isComplex() ? s.binary<complex::Atan2Op>()
                                   : s.binary<math::Atan2Op>()))
    SCALAR(DivOp, createDivision(s))
    SCALAR(MaxOp, createMax(s))
    SCALAR(MinOp, createMin(s))
    SCALAR(MulOp, createMul(s))
    SCALAR(OrOp, s.binary<arith::OrIOp>())
    SCALAR(PowOp, createPower(s))
    SCALAR(RemOp, createRemainder(s))
    SCALAR(ShiftLeftOp, createShift<arith::ShLIOp>(s))
    SCALAR(ShiftRightArithmeticOp, createShift<arith::ShRSIOp>(s))
    SCALAR(ShiftRightLogicalOp, createShift<arith::ShRUIOp>(s))
    SCALAR(SubtractOp,
           (s.isBool()
                ? s.binary<arith::XOrIOp>()
                : s.arithmetic<arith::SubFOp, arith::SubIOp, complex::SubOp>()))
    SCALAR(XorOp, s.binary<arith::XOrIOp>())
    SCALAR(ComplexOp, complex::CreateOp::create(s.b, ComplexType::get(s.type()),
                                                s.x(), s.y()))
    SCALAR(CompareOp, createComparison(s, cast<CompareOp>(op)))
    SCALAR(SelectOp, s.select(s.operands[0], s.operands[1], s.operands[2]))
    SCALAR(ClampOp, createClamp(s))
#undef SCALAR
    entries[TypeID::get<ConvertOp>()] = [](const Scalar &s, Operation *op) {
      Type to = getElementTypeOrSelf(op->getResult(0).getType());
      bool toUnsigned = to.isUnsignedInteger();
      if (toUnsigned)
        to = s.b.getIntegerType(to.getIntOrFloatBitWidth());
      return createConversion(s.b, s.x(), s.isUnsigned, to, toUnsigned);
    };
    return entries;
  }();
  return table;
}

Value dtensor::stablehlo::createScalar(ImplicitLocOpBuilder &builder,
                                       Operation *op, ValueRange operands) {
  CreateScalar create = getTable().lookup(op->getName().getTypeID());
  if (!create)
    return {};
  bool isUnsigned =
      getElementTypeOrSelf(op->getOperand(0).getType()).isUnsignedInteger();
  return create({builder, operands, isUnsigned}, op);
}
