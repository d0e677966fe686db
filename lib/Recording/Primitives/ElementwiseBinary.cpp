//===- ElementwiseBinary.cpp - Functions of two elements ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../PrimitiveInfo.h"
#include "dtensor/Recording/Ops.h"

namespace dtensor::recording {
using namespace prim;

static bool inferComplex(Inference &inference) {
  const TensorType &type = inference.type(0);
  if (type.dtype != DType::float32 && type.dtype != DType::float64)
    return inference.fail("operand 0: required float32 or float64, found " +
                          type.str());
  return inference.checkType(1, type) &&
         inference.give({getComplexOf(type.dtype), type.shape});
}

/// The greater or the lesser operand has the derivative; equal ones, half each.
static void deriveExtremum(Pullback &p) {
  Value equal = compare(Comparison::EQ, p.x(0), p.x(1));
  for (unsigned index : {0, 1}) {
    Value chosen = compare(Comparison::EQ, p.x(index), p.y());
    Value share = select(equal, p.ct() * 0.5, p.ct());
    p.give(index, select(chosen, share, zerosLike(share)));
  }
}

/// x^y: by x, y x^(y-1), which is 0 for y = 0; by y, log(x) x^y, which is 0 for
/// x = 0.
static void derivePower(Pullback &p) {
  Value x = p.x(0), y = p.x(1);
  if (p.wanted[0]) {
    Value isZero = compare(Comparison::EQ, y, zerosLike(y));
    Value exponent = select(isZero, onesLike(y), y - 1);
    p.give(0, p.ct() * y * power(x, exponent));
  }
  if (p.wanted[1]) {
    Value isZero = compare(Comparison::EQ, x, zerosLike(x));
    Value slope = log(select(isZero, onesLike(x), x)) * p.y();
    p.give(1, p.ct() * select(isZero, zerosLike(x), slope));
  }
}

/// x - y * trunc(x / y)
static void deriveRemainder(Pullback &p) {
  p.give(0, p.ct());
  if (p.wanted[1])
    p.give(1, -p.ct() * roundEven((p.x(0) - p.y()) / p.x(1)));
}

llvm::ArrayRef<PrimitiveInfo> getBinaryPrimitives() {
  using P = Primitive;
  constexpr unsigned kBits = kInteger | kBoolean;
  static const PrimitiveInfo rows[] = {
      {P::add, "stablehlo.add", inferSame, printElementwise,
       [](Pullback &p) {
         p.give(0, p.ct());
         p.give(1, p.ct());
       }},
      {P::atan2, "stablehlo.atan2", inferSame, printElementwise,
       [](Pullback &p) {
         Value scale = p.ct() / (p.x(0) * p.x(0) + p.x(1) * p.x(1));
         p.give(0, scale * p.x(1));
         p.give(1, -scale * p.x(0));
       },
       kInexact},
      {P::bitAnd, "stablehlo.and", inferSame, printElementwise, deriveZero,
       kBits},
      {P::bitOr, "stablehlo.or", inferSame, printElementwise, deriveZero,
       kBits},
      {P::bitXor, "stablehlo.xor", inferSame, printElementwise, deriveZero,
       kBits},
      {P::complex, "stablehlo.complex", inferComplex,
       [](Printer &printer, const Node &node) {
         printer.begin(node)
             << "stablehlo.complex " << printer.join(node.operands) << " : "
             << printer.resultType(node) << '\n';
       },
       [](Pullback &p) {
         p.give(0, real(p.ct()));
         p.give(1, -imag(p.ct()));
       }},
      {P::divide, "stablehlo.divide", inferSame, printElementwise,
       [](Pullback &p) {
         p.give(0, p.ct() / p.x(1));
         if (p.wanted[1])
           p.give(1, -p.ct() * p.y() / p.x(1));
       },
       kNumeric},
      {P::maximum, "stablehlo.maximum", inferSame, printElementwise,
       deriveExtremum, kReal | kBoolean},
      {P::minimum, "stablehlo.minimum", inferSame, printElementwise,
       deriveExtremum, kReal | kBoolean},
      {P::multiply, "stablehlo.multiply", inferSame, printElementwise,
       [](Pullback &p) {
         if (p.wanted[0])
           p.give(0, p.ct() * p.x(1));
         if (p.wanted[1])
           p.give(1, p.ct() * p.x(0));
       }},
      {P::nextAfter, "chlo.next_after", inferSame, printElementwise,
       [](Pullback &p) { p.give(0, p.ct()); }, kFloat},
      // The order is a constant.
      {P::polygamma, "chlo.polygamma", inferSame, printElementwise,
       [](Pullback &p) { p.give(1, p.ct() * polygamma(p.x(0) + 1, p.x(1))); },
       kFloat},
      {P::power, "stablehlo.power", inferSame, printElementwise, derivePower,
       kNumeric},
      {P::remainder, "stablehlo.remainder", inferSame, printElementwise,
       deriveRemainder, kReal},
      {P::shiftLeft, "stablehlo.shift_left", inferSame, printElementwise,
       deriveZero, kInteger},
      {P::shiftRightArithmetic, "stablehlo.shift_right_arithmetic", inferSame,
       printElementwise, deriveZero, kInteger},
      {P::shiftRightLogical, "stablehlo.shift_right_logical", inferSame,
       printElementwise, deriveZero, kInteger},
      {P::subtract, "stablehlo.subtract", inferSame, printElementwise,
       [](Pullback &p) {
         p.give(0, p.ct());
         p.give(1, -p.ct());
       },
       kNumeric},
  };
  return rows;
}

#define DTENSOR_BINARY(name)                                                   \
  Value prim::name(Value lhs, Value rhs) {                                     \
    return lhs && rhs ? lhs.getGraph()->record(Primitive::name, {lhs, rhs})[0] \
                      : Value();                                               \
  }
#include "dtensor/Recording/Elementwise.def"

} // namespace dtensor::recording
