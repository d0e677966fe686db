//===- Call.cpp - A call of a function of the table -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "llvm/ADT/STLExtras.h"
#include <numeric>

namespace dtensor::recording {

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// "a list of integers" and so on, for messages.
static std::string describeType(const Parameter &parameter) {
  llvm::StringRef type = parameter.type;
  std::string text = type == "ints"      ? "an integer or a list of them"
                     : type == "int"     ? "an integer"
                     : type == "bool"    ? "a boolean"
                     : type == "string"  ? "a string"
                     : type == "dtype"   ? "a dtype"
                     : type == "array"   ? "an array"
                     : type == "arrays"  ? "a list of arrays"
                     : type == "number"  ? "an integer or a float"
                     : type == "operand" ? "an array or a scalar"
                                         : "a scalar";
  return parameter.isOptional ? text + " or None" : text;
}

/// Whether all values in `argument` can be used where ops are recorded now.
static bool isUsable(const Graph &graph, const Argument &argument) {
  if (const auto *value = argument.getIf<Value>())
    return value->getGraph() == &graph &&
           graph.isOpen(graph.getHome(value->getIndex()));
  const auto *list = argument.getIf<Argument::List>();
  return !list || llvm::all_of(*list, [&](const Argument &element) {
    return isUsable(graph, element);
  });
}

bool Call::bind(const Signature &signature, llvm::ArrayRef<Argument> positional,
                llvm::ArrayRef<Keyword> keywords) {
  size_t next = 0;
  for (const Parameter &parameter : signature.parameters) {
    std::optional<Argument> argument;
    if (parameter.mode == Parameter::kRest) {
      argument = Argument::List(positional.drop_front(next));
      next = positional.size();
    } else if (parameter.mode != Parameter::kKeywordOnly &&
               next < positional.size()) {
      argument = positional[next++];
    }
    // A binding by name is allowed for all parameters, so that wrappers of
    // languages without keywords can name any of them.
    for (const Keyword &keyword : keywords) {
      if (keyword.first != parameter.name)
        continue;
      if (argument)
        return fail("argument '" + llvm::Twine(parameter.name) +
                    "' is given twice"),
               false;
      argument = keyword.second;
    }
    if (!argument)
      argument = parameter.fallback;
    if (!argument)
      return fail("argument '" + llvm::Twine(parameter.name) + "' is missing"),
             false;
    if (!isUsable(graph, *argument))
      return fail("argument '" + llvm::Twine(parameter.name) +
                  "' is a value of another program, or of a loop or branch "
                  "that has ended"),
             false;
    std::string found = argument->describe();
    bool isRest = parameter.mode == Parameter::kRest;
    if (!(parameter.isOptional && argument->isNone()) &&
        !accept(isRest ? (parameter.type == "array" ? "arrays" : "any")
                       : parameter.type,
                *argument))
      return fail("argument '" + llvm::Twine(parameter.name) + "': required " +
                  describeType(parameter) + ", found " + found),
             false;
    arguments[parameter.name] = std::move(*argument);
  }
  if (next < positional.size())
    return fail("required at most " + llvm::Twine(next) +
                " positional arguments, found " +
                llvm::Twine(positional.size())),
           false;
  for (const Keyword &keyword : keywords)
    if (!arguments.contains(keyword.first))
      return fail("there is no argument '" + keyword.first + "'"), false;
  return true;
}

Values Call::arrays(llvm::StringRef name) {
  Values values;
  for (const Argument &argument : get(name).get<Argument::List>())
    values.push_back(toArray(argument));
  return values;
}

double Call::number(llvm::StringRef name) const {
  const Argument &argument = get(name);
  if (const auto *integer = argument.getIf<int64_t>())
    return static_cast<double>(*integer);
  return argument.get<double>();
}

Shape Call::integers(llvm::StringRef name) const {
  Shape values;
  for (const Argument &argument : get(name).get<Argument::List>())
    values.push_back(argument.get<int64_t>());
  return values;
}

Shape Call::shape(llvm::StringRef name) {
  Shape values = integers(name);
  for (int64_t extent : values)
    if (extent < 0)
      fail("argument '" + llvm::Twine(name) +
           "': required extents of at least 0, found " + toString(values));
  return values;
}

Shape Call::normalize(llvm::ArrayRef<int64_t> axes, int64_t rank,
                      llvm::StringRef name) {
  Shape normalized;
  for (int64_t axis : axes) {
    int64_t counted = axis < 0 ? axis + rank : axis;
    if (counted < 0 || counted >= rank)
      fail("argument '" + llvm::Twine(name) + "': required an axis of " +
           llvm::Twine(rank) + ", found " + llvm::Twine(axis));
    else if (llvm::is_contained(normalized, counted))
      fail("argument '" + llvm::Twine(name) +
           "': required different axes, found " + toString(axes));
    else
      normalized.push_back(counted);
  }
  return normalized;
}

int64_t Call::axis(llvm::StringRef name, int64_t rank) {
  Shape axes = normalize({integer(name)}, rank, name);
  return axes.empty() ? 0 : axes[0];
}

Shape Call::axes(llvm::StringRef name, int64_t rank) {
  return has(name) ? normalize(integers(name), rank, name) : allAxes(rank);
}

bool Call::checkKind(llvm::StringRef name, Value x, unsigned kinds) {
  if (!x || isA(x.dtype(), kinds))
    return bool(x);
  fail("argument '" + llvm::Twine(name) + "': required " +
       describeKinds(kinds) + ", found " + x.type().str());
  return false;
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

DType getDefaultType(Kind kind) {
  switch (kind) {
  case kBoolean:
    return DType::boolean;
  case kFloat:
    return kDefaultFloat;
  case kComplex:
    return kDefaultComplex;
  default:
    return kDefaultInteger;
  }
}

Literal makeLiteral(const Argument &scalar, TensorType type) {
  if (const auto *flag = scalar.getIf<bool>())
    return Literal::splat(std::move(type), static_cast<int64_t>(*flag));
  if (const auto *integer = scalar.getIf<int64_t>())
    return Literal::splat(std::move(type), *integer);
  if (const auto *number = scalar.getIf<double>())
    return Literal::splat(std::move(type), *number);
  return Literal::splat(std::move(type), scalar.get<std::complex<double>>());
}

Value Call::toArray(const Argument &argument) {
  if (const auto *value = argument.getIf<Value>())
    return *value;
  if (const auto *literal = argument.getIf<Literal>())
    return prim::constant(graph, *literal);
  return prim::constant(
      graph,
      makeLiteral(argument, {getDefaultType(argument.getScalarKind()), {}}));
}

static std::optional<DType> getArrayType(const Argument &argument) {
  if (const auto *value = argument.getIf<Value>())
    return value->dtype();
  if (const auto *literal = argument.getIf<Literal>())
    return literal->type.dtype;
  if (const auto *dtype = argument.getIf<DType>())
    return *dtype;
  return std::nullopt;
}

std::optional<DType> Call::getCommonType(llvm::ArrayRef<Argument> operands) {
  std::optional<DType> common;
  for (const Argument &operand : operands) {
    std::optional<DType> dtype = getArrayType(operand);
    if (!dtype)
      continue;
    std::optional<DType> both = common ? promote(*common, *dtype) : dtype;
    if (!both) {
      fail("no type holds all values of " + getName(*common) + " and " +
           getName(*dtype) + "; convert one with astype");
      return std::nullopt;
    }
    common = both;
  }
  for (const Argument &operand : operands) {
    if (getArrayType(operand))
      continue;
    Kind kind = operand.getScalarKind();
    if (!common)
      common = getDefaultType(kind);
    // A scalar of a higher kind raises the kind, and not the width.
    else if (kind == kComplex && !isA(*common, kComplex))
      common = isA(*common, kFloat) ? getComplexOf(*common) : kDefaultComplex;
    else if (kind == kFloat && !isA(*common, kInexact))
      common = kDefaultFloat;
    else if (kind == kSigned && isA(*common, kBoolean))
      common = kDefaultInteger;
  }
  return common;
}

Values Call::convertToCommon(llvm::ArrayRef<Argument> operands) {
  std::optional<DType> common = getCommonType(operands);
  Values values;
  for (const Argument &operand : operands)
    values.push_back(
        !common ? Value()
        : operand.isScalar()
            ? prim::constant(graph, makeLiteral(operand, {*common, {}}))
            : prim::convert(toArray(operand), *common));
  return values;
}

Values Call::promoted(llvm::ArrayRef<llvm::StringRef> names) {
  std::vector<Argument> operands;
  for (llvm::StringRef name : names)
    operands.push_back(get(name));
  return convertToCommon(operands);
}

Values Call::broadcasted(Values operands) {
  Shape common;
  for (Value operand : operands) {
    std::optional<Shape> both = broadcastShapes(common, operand.shape());
    if (!both) {
      fail("shapes " + toString(common) + " and " + toString(operand.shape()) +
           " cannot be broadcast together");
      return Values(operands.size());
    }
    common = *both;
  }
  for (Value &operand : operands)
    operand = prim::broadcastTo(operand, common);
  return operands;
}

Value toInexact(Value x) {
  return x && !isA(x.dtype(), kInexact) ? prim::convert(x, kDefaultFloat) : x;
}

DType getSumType(DType dtype) {
  return isA(dtype, kFloat) && getBits(dtype) < 32 ? DType::float32 : dtype;
}

Value restoreAxes(Value folded, Value original, llvm::ArrayRef<int64_t> axes,
                  bool keepdims) {
  if (!folded || !keepdims)
    return folded;
  Shape shape = original.shape();
  for (int64_t axis : axes)
    shape[axis] = 1;
  return prim::reshape(folded, shape);
}

Value flatten(Value x) {
  return x ? prim::reshape(x, {x.type().numElements()}) : x;
}

Shape allAxes(int64_t rank) {
  Shape axes(rank);
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

} // namespace dtensor::recording
