//===- Types.cpp - Functions about types ----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

namespace dtensor::recording {
using namespace prim;

/// The type that an array or a type stands for.
static std::optional<DType> getType(Argument argument) {
  if (accept("dtype", argument))
    return argument.get<DType>();
  if (const auto *value = argument.getIf<Value>())
    return value->dtype();
  if (const auto *literal = argument.getIf<Literal>())
    return literal->type.dtype;
  return std::nullopt;
}

static Argument refuseType(Call &call, llvm::StringRef name,
                           llvm::StringRef required) {
  return call.fail("argument '" + name + "': required " + required +
                   ", found " + call.get(name).describe());
}

static Argument castTo(Call &call) {
  Value x = call.array("x");
  DType dtype = call.get("dtype").get<DType>();
  if (isA(x.dtype(), kComplex) && isA(dtype, kReal))
    return call.fail("required a complex type for " + x.type().str() +
                     ", found " + getName(dtype) +
                     "; take its real part with real");
  if (isA(dtype, kBoolean) && !isA(x.dtype(), kBoolean))
    return compare(Comparison::NE, x, zerosLike(x));
  return convert(x, dtype);
}

static Argument canCast(Call &call) {
  std::optional<DType> from = getType(call.get("from_"));
  if (!from)
    return refuseType(call, "from_", "a dtype or an array");
  DType to = call.get("to").get<DType>();
  return promote(*from, to) == to;
}

/// The least and the greatest value, as texts would lose digits of 64 bits.
static Argument getIntegerLimits(Call &call) {
  std::optional<DType> dtype = getType(call.get("type"));
  if (!dtype || !isA(*dtype, kInteger))
    return refuseType(call, "type", "an integer type");
  return Argument::List{static_cast<int64_t>(getBits(*dtype)),
                        Literal::lowest({*dtype, {}}),
                        Literal::greatest({*dtype, {}}), *dtype};
}

static Argument getFloatLimits(Call &call) {
  std::optional<DType> dtype = getType(call.get("type"));
  if (!dtype || !isA(*dtype, kInexact))
    return refuseType(call, "type", "a float or complex type");
  DType part = getComponent(*dtype);
  const llvm::fltSemantics &semantics = getSemantics(part);
  int digits = llvm::APFloat::semanticsPrecision(semantics) - 1;
  double greatest = toDouble(llvm::APFloat::getLargest(semantics));
  double normal = toDouble(llvm::APFloat::getSmallestNormalized(semantics));
  bool isSigned = llvm::APFloat::semanticsHasSignedRepr(semantics);
  return Argument::List{static_cast<int64_t>(getBits(part)),
                        std::ldexp(1.0, -digits),
                        greatest,
                        isSigned ? -greatest : normal,
                        normal,
                        part};
}

static bool isOfKind(DType dtype, const Argument &kind) {
  if (const auto *list = kind.getIf<Argument::List>())
    return llvm::any_of(
        *list, [&](const Argument &it) { return isOfKind(dtype, it); });
  if (const auto *other = kind.getIf<DType>())
    return dtype == *other;
  const auto *name = kind.getIf<std::string>();
  if (!name)
    return false;
  unsigned kinds = llvm::StringSwitch<unsigned>(*name)
                       .Case("bool", kBoolean)
                       .Case("signed integer", kSigned)
                       .Case("unsigned integer", kUnsigned)
                       .Case("integral", kInteger)
                       .Case("real floating", kFloat)
                       .Case("complex floating", kComplex)
                       .Case("numeric", kNumeric)
                       .Default(0);
  return kinds ? isA(dtype, kinds) : parseDType(*name) == dtype;
}

static Argument isDType(Call &call) {
  return isOfKind(call.get("dtype").get<DType>(), call.get("kind"));
}

static Argument getResultType(Call &call) {
  std::vector<Argument> operands =
      call.get("arrays_and_dtypes").get<Argument::List>();
  for (Argument &operand : operands) {
    if (std::optional<DType> dtype = getType(operand))
      operand = *dtype;
    else if (!operand.isScalar())
      return call.fail("required arrays, dtypes and scalars, found " +
                       operand.describe());
  }
  if (operands.empty())
    return call.fail("required at least one array or dtype");
  std::optional<DType> common = call.getCommonType(operands);
  return common ? Argument(*common) : Argument();
}

llvm::ArrayRef<FunctionInfo> getTypeFunctions() {
  static const FunctionInfo functions[] = {
      {"astype", "(x: array, dtype: dtype, /, *, copy: bool = True) -> array",
       "x with another element type.", castTo},
      {"can_cast", "(from_: any, to: dtype, /) -> bool",
       "Whether promotion takes one type to the other.", canCast},
      {"finfo",
       "(type: any, /) -> (bits, eps, max, min, smallest_normal, "
       "dtype)",
       "Facts about a float type.", getFloatLimits},
      {"iinfo", "(type: any, /) -> (bits, min, max, dtype)",
       "Facts about an integer type.", getIntegerLimits},
      {"isdtype", "(dtype: dtype, kind: any) -> bool",
       "Whether a type is of a kind, such as 'real floating'.", isDType},
      {"result_type", "(*arrays_and_dtypes: any) -> dtype",
       "The type to which operands are promoted.", getResultType},
  };
  return functions;
}

} // namespace dtensor::recording
