//===- ElementwiseUnary.cpp - Functions of one element --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../PrimitiveInfo.h"
#include "dtensor/Recording/Ops.h"
#include <cmath>
#include <numbers>

namespace dtensor::recording {
using namespace prim;

bool inferSame(Inference &inference) {
  for (unsigned index = 0; index < inference.operands.size(); ++index)
    if (!inference.checkKind(index, inference.info.kinds) ||
        !inference.checkType(index, inference.type(0)))
      return false;
  return inference.give(inference.type(0));
}

/// The parts of complex numbers, or their absolute values.
static bool inferComponent(Inference &inference) {
  if (!inference.checkKind(0, inference.info.kinds))
    return false;
  const TensorType &type = inference.type(0);
  return inference.give({getComponent(type.dtype), type.shape});
}

static bool inferPredicate(Inference &inference) {
  return inference.checkKind(0, inference.info.kinds) &&
         inference.give({DType::boolean, inference.type(0).shape});
}

void printElementwise(Printer &printer, const Node &node) {
  llvm::StringRef name = getInfo(node.primitive).name;
  printer.begin(node) << name << ' ' << printer.join(node.operands) << " : ";
  // The two dialects write types differently.
  if (name.starts_with("chlo."))
    printer.os << printer.joinTypes(node.operands) << " -> "
               << printer.resultType(node) << '\n';
  else
    printer.os << printer.signature(node) << '\n';
}

/// As a number of the type of `x`'s parts, converted to the type of `x`.
static Value realPartOnly(Value part, Value like) {
  return isA(like.dtype(), kComplex) ? complex(part, zerosLike(part)) : part;
}

static Value square(Value x) { return x * x; }

/// The derivative of |x|: x / |x| for real numbers, conj(x) / |x| for complex.
static void deriveAbs(Pullback &p) {
  if (!isA(p.x().dtype(), kComplex))
    return p.give(0, p.ct() * sign(p.x()));
  Value length = p.y();
  Value isZero = compare(Comparison::EQ, length, zerosLike(length));
  Value divisor = select(isZero, onesLike(length), length);
  p.give(0, realPartOnly(p.ct() / divisor, p.x()) * conj(p.x()));
}

static constexpr double kTwoOverSqrtPi = 2 * std::numbers::inv_sqrtpi;

llvm::ArrayRef<PrimitiveInfo> getUnaryPrimitives() {
  using P = Primitive;
  static const PrimitiveInfo rows[] = {
      {P::abs, "stablehlo.abs", inferComponent, printElementwise, deriveAbs,
       kSigned | kInexact},
      {P::acos, "chlo.acos", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, -p.ct() / sqrt(1 - square(p.x()))); },
       kInexact},
      {P::acosh, "chlo.acosh", inferSame, printElementwise,
       [](Pullback &p) {
         p.give(0, p.ct() / (sqrt(p.x() - 1) * sqrt(p.x() + 1)));
       },
       kInexact},
      {P::asin, "chlo.asin", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() / sqrt(1 - square(p.x()))); },
       kInexact},
      {P::asinh, "chlo.asinh", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() / sqrt(1 + square(p.x()))); },
       kInexact},
      {P::atan, "chlo.atan", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() / (1 + square(p.x()))); }, kInexact},
      {P::atanh, "chlo.atanh", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() / (1 - square(p.x()))); }, kInexact},
      {P::cbrt, "stablehlo.cbrt", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() * p.y() / (3 * p.x())); }, kFloat},
      {P::ceil, "stablehlo.ceil", inferSame, printElementwise, deriveZero,
       kFloat},
      {P::conj, "chlo.conj", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, conj(p.ct())); }, kComplex},
      {P::cos, "stablehlo.cosine", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, -p.ct() * sin(p.x())); }, kInexact},
      {P::cosh, "chlo.cosh", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() * sinh(p.x())); }, kInexact},
      {P::digamma, "chlo.digamma", inferSame, printElementwise,
       [](Pullback &p) {
         p.give(0, p.ct() * polygamma(onesLike(p.x()), p.x()));
       },
       kFloat},
      {P::erf, "chlo.erf", inferSame, printElementwise,
       [](Pullback &p) {
         p.give(0, p.ct() * kTwoOverSqrtPi * exp(-square(p.x())));
       },
       kFloat},
      {P::erfInv, "chlo.erf_inv", inferSame, printElementwise,
       [](Pullback &p) {
         p.give(0, p.ct() * exp(square(p.y())) / kTwoOverSqrtPi);
       },
       kFloat},
      {P::erfc, "chlo.erfc", inferSame, printElementwise,
       [](Pullback &p) {
         p.give(0, p.ct() * -kTwoOverSqrtPi * exp(-square(p.x())));
       },
       kFloat},
      {P::exp, "stablehlo.exponential", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() * p.y()); }, kInexact},
      {P::expm1, "stablehlo.exponential_minus_one", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() * (p.y() + 1)); }, kInexact},
      {P::floor, "stablehlo.floor", inferSame, printElementwise, deriveZero,
       kFloat},
      {P::imag, "stablehlo.imag", inferComponent, printElementwise,
       [](Pullback &p) { p.give(0, complex(zerosLike(p.ct()), -p.ct())); },
       kComplex},
      {P::isFinite, "stablehlo.is_finite", inferPredicate, printElementwise,
       deriveZero, kFloat},
      {P::lgamma, "chlo.lgamma", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() * digamma(p.x())); }, kFloat},
      {P::log, "stablehlo.log", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() / p.x()); }, kInexact},
      {P::log1p, "stablehlo.log_plus_one", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() / (p.x() + 1)); }, kInexact},
      {P::logistic, "stablehlo.logistic", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() * p.y() * (1 - p.y())); }, kInexact},
      {P::negate, "stablehlo.negate", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, -p.ct()); }, kNumeric},
      {P::bitNot, "stablehlo.not", inferSame, printElementwise, deriveZero,
       kInteger | kBoolean},
      {P::popcount, "stablehlo.popcnt", inferSame, printElementwise, deriveZero,
       kInteger},
      {P::real, "stablehlo.real", inferComponent, printElementwise,
       [](Pullback &p) { p.give(0, complex(p.ct(), zerosLike(p.ct()))); },
       kComplex},
      {P::roundEven, "stablehlo.round_nearest_even", inferSame,
       printElementwise, deriveZero, kFloat},
      {P::rsqrt, "stablehlo.rsqrt", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() * -0.5 * p.y() / p.x()); }, kInexact},
      {P::sign, "stablehlo.sign", inferSame, printElementwise,
       [](Pullback &p) {
         // Of complex numbers, sign(x) = x / |x| turns with x.
         if (!isA(p.x().dtype(), kComplex))
           return;
         Value length = abs(p.x());
         Value isZero = compare(Comparison::EQ, length, zerosLike(length));
         length = select(isZero, onesLike(length), length);
         Value turned = imag(p.ct() * p.y()) / length;
         p.give(0, complex(zerosLike(turned), -turned) * conj(p.y()) * -1);
       },
       kSigned | kInexact},
      {P::sin, "stablehlo.sine", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() * cos(p.x())); }, kInexact},
      {P::sinh, "chlo.sinh", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() * cosh(p.x())); }, kInexact},
      {P::sqrt, "stablehlo.sqrt", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() * 0.5 / p.y()); }, kInexact},
      {P::tan, "stablehlo.tan", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() * (1 + square(p.y()))); }, kInexact},
      {P::tanh, "stablehlo.tanh", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct() * (1 - square(p.y()))); }, kInexact},
  };
  return rows;
}

#define DTENSOR_UNARY(name)                                                    \
  Value prim::name(Value x) {                                                  \
    return x ? x.getGraph()->record(Primitive::name, {x})[0] : Value();        \
  }
#include "dtensor/Recording/Elementwise.def"

} // namespace dtensor::recording
