//===- ElementwiseBinary.cpp - Functions of several arrays' elements ------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Elementwise.h"

#include <limits>
#include <numbers>

namespace dtensor::recording {
using namespace prim;

//===----------------------------------------------------------------------===//
// Building blocks
//===----------------------------------------------------------------------===//

static Value isZero(Value x) {
  return compare(Comparison::EQ, x, zerosLike(x));
}

static Value isNegative(Value x) {
  return compare(Comparison::LT, x, zerosLike(x));
}

Value copySign(Value x, Value y) {
  Value length = abs(x);
  return select(signBit(y), -length, length);
}

/// Whether a remainder has another sign than the divisor, so that the quotient
/// was rounded up.
static Value isRoundedUp(Value rest, Value divisor) {
  Value different = bitXor(isNegative(rest), isNegative(divisor));
  return bitAnd(toBoolean(rest), different);
}

Value floorRemainder(Value x, Value y) {
  if (!x || !y)
    return {};
  Value rest = remainder(x, y);
  if (isA(x.dtype(), kUnsigned))
    return rest;
  Value moved = select(isRoundedUp(rest, y), rest + y, rest);
  if (!isA(x.dtype(), kFloat))
    return moved;
  return select(isZero(rest), copySign(rest, y), moved);
}

Value floorDivide(Value x, Value y) {
  if (!x || !y)
    return {};
  if (isA(x.dtype(), kUnsigned))
    return divide(x, y);
  Value rest = remainder(x, y);
  Value up = isRoundedUp(rest, y);
  if (!isA(x.dtype(), kFloat)) {
    Value quotient = divide(x, y);
    return select(up, quotient - onesLike(quotient), quotient);
  }
  // x - rest is a multiple of y, so the division is nearly exact.
  Value exact = divide(x - rest, y);
  exact = select(up, exact - 1, exact);
  Value rounded = roundEven(exact);
  rounded = select(isZero(exact), copySign(exact, divide(x, y)), rounded);
  Value ratio = divide(x, y);
  Value isExact = bitOr(isZero(y), bitNot(bitAnd(isFinite(x), isFinite(y))));
  return select(isExact, ratio, rounded);
}

static Value hypotenuse(Value x, Value y) {
  // Scaled by the longer side, so that squares stay finite.
  Value a = abs(x), b = abs(y);
  Value longer = maximum(a, b), shorter = minimum(a, b);
  Value divisor = select(isZero(longer), onesLike(longer), longer);
  Value ratio = shorter / divisor;
  Value length = longer * sqrt(1 + ratio * ratio);
  double infinity = std::numeric_limits<double>::infinity();
  Value bound = fullLike(a, infinity);
  Value isInfinite = bitOr(compare(Comparison::EQ, a, bound),
                           compare(Comparison::EQ, b, bound));
  return select(isInfinite, bound, length);
}

static Value logAddExp(Value x, Value y) {
  Value difference = x - y;
  Value sum = maximum(x, y) + log1p(exp(-abs(difference)));
  // Equal infinities have no difference.
  Value equal = compare(Comparison::EQ, x, y);
  return select(equal, x + std::numbers::ln2, sum);
}

static Value shiftRight(Value x, Value y) {
  return isA(x.dtype(), kUnsigned) ? shiftRightLogical(x, y)
                                   : shiftRightArithmetic(x, y);
}

static Argument clip(Call &call) {
  Value x = call.array("x");
  if (!call.checkKind("x", x, kReal))
    return {};
  // Bounds take the type of x.
  for (auto [name, bound] :
       {std::pair("min", &maximum), std::pair("max", &minimum)}) {
    if (!call.has(name))
      continue;
    const Argument &limit = call.get(name);
    if (limit.is<double>() && !isA(x.dtype(), kFloat))
      return call.fail(llvm::Twine("argument '") + name +
                       "': required an integer for " + x.type().str() +
                       ", found a float");
    Value other =
        limit.isScalar()
            ? constant(call.graph, makeLiteral(limit, {x.dtype(), {}}))
            : convert(call.toArray(limit), x.dtype());
    Values both = call.broadcasted(Values{x, other});
    x = bound(both[0], both[1]);
  }
  return x;
}

static Argument where(Call &call) {
  Value condition = call.array("condition");
  if (!call.checkKind("condition", condition, kBoolean))
    return {};
  Values operands = call.promoted({"x1", "x2"});
  operands.push_back(condition);
  operands = call.broadcasted(operands);
  return select(operands[2], operands[0], operands[1]);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// Calls `f` with operands of one type, of one of the kinds, and of one shape.
template <unsigned kinds, typename F> static Argument apply(Call &call, F f) {
  Values operands = call.promoted({"x1", "x2"});
  if (call.hasFailed())
    return {};
  if constexpr (!(kinds & kInteger))
    if (kinds != kBoolean)
      for (Value &operand : operands)
        operand = toInexact(operand);
  if (!call.checkKind("x1", operands[0], kinds))
    return {};
  operands = call.broadcasted(operands);
  if (call.hasFailed())
    return {};
  return f(operands[0], operands[1]);
}

#define BINARY(name, kinds, summary, expression)                               \
  {name, "(x1: operand, x2: operand, /) -> array", summary,                    \
   [](Call &call) -> Argument {                                                \
     return apply<kinds>(                                                      \
         call, [](Value x, Value y) -> Value { return expression; });          \
   }}

llvm::ArrayRef<FunctionInfo> getBinaryFunctions() {
  using C = Comparison;
  static constexpr unsigned kBits = kInteger | kBoolean;
  static constexpr unsigned kOrdered = kReal | kBoolean;
  static const FunctionInfo functions[] = {
      BINARY("add", kAnyKind, "x1 + x2.", x + y),
      BINARY("atan2", kFloat, "The angle of the point (x2, x1).", atan2(x, y)),
      BINARY("bitwise_and", kBits, "x1 & x2.", bitAnd(x, y)),
      BINARY("bitwise_left_shift", kInteger, "x1 << x2.", shiftLeft(x, y)),
      BINARY("bitwise_or", kBits, "x1 | x2.", bitOr(x, y)),
      BINARY("bitwise_right_shift", kInteger,
             "x1 >> x2, with copies of the sign.", shiftRight(x, y)),
      BINARY("bitwise_xor", kBits, "x1 ^ x2.", bitXor(x, y)),
      {"clip",
       "(x: array, /, min: operand? = None, max: operand? = None) -> array",
       "At least min and at most max.", clip},
      BINARY("copysign", kFloat, "x1 with the sign of x2.", copySign(x, y)),
      BINARY("divide", kInexact, "x1 / x2.", x / y),
      BINARY("equal", kAnyKind, "x1 == x2.", compare(C::EQ, x, y)),
      BINARY("floor_divide", kReal, "x1 / x2, rounded down.",
             floorDivide(x, y)),
      BINARY("greater", kOrdered, "x1 > x2.", compare(C::GT, x, y)),
      BINARY("greater_equal", kOrdered, "x1 >= x2.", compare(C::GE, x, y)),
      BINARY("hypot", kFloat, "The square root of x1 * x1 + x2 * x2.",
             hypotenuse(x, y)),
      BINARY("less", kOrdered, "x1 < x2.", compare(C::LT, x, y)),
      BINARY("less_equal", kOrdered, "x1 <= x2.", compare(C::LE, x, y)),
      BINARY("logaddexp", kFloat, "log(exp(x1) + exp(x2)).", logAddExp(x, y)),
      BINARY("logical_and", kAnyKind, "Whether both are true.",
             bitAnd(toBoolean(x), toBoolean(y))),
      BINARY("logical_or", kAnyKind, "Whether one is true.",
             bitOr(toBoolean(x), toBoolean(y))),
      BINARY("logical_xor", kAnyKind, "Whether exactly one is true.",
             bitXor(toBoolean(x), toBoolean(y))),
      BINARY("maximum", kOrdered, "The greater one; NaN if one is NaN.",
             maximum(x, y)),
      BINARY("minimum", kOrdered, "The lesser one; NaN if one is NaN.",
             minimum(x, y)),
      BINARY("multiply", kAnyKind, "x1 * x2.", x * y),
      BINARY("nextafter", kFloat, "The next float after x1 towards x2.",
             nextAfter(x, y)),
      BINARY("not_equal", kAnyKind, "x1 != x2.", compare(C::NE, x, y)),
      BINARY("pow", kNumeric, "x1 to the power of x2.", power(x, y)),
      BINARY("remainder", kReal, "x1 modulo x2, with the sign of x2.",
             floorRemainder(x, y)),
      BINARY("subtract", kNumeric, "x1 - x2.", x - y),
      {"where", "(condition: array, x1: operand, x2: operand, /) -> array",
       "Elements of x1 where the condition is true, or else of x2.", where},
  };
  return functions;
}

} // namespace dtensor::recording
