//===- Signature.cpp - Signatures of functions ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Recording/Signature.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace dtensor::recording {

/// The value of a default, as Python writes it.
static Argument parseDefault(llvm::StringRef text) {
  int64_t integer;
  double number;
  if (text == "None")
    return {};
  if (text == "True" || text == "False")
    return text == "True";
  if (!text.getAsInteger(10, integer))
    return integer;
  if (!text.getAsDouble(number))
    return number;
  return text.trim('\'').str();
}

Signature parseSignature(llvm::StringRef text) {
  Signature signature;
  auto [parameters, result] = text.split(" -> ");
  signature.result = result;
  llvm::SmallVector<llvm::StringRef> parts;
  parameters.trim("()").split(parts, ", ", -1, /*KeepEmpty=*/false);
  Parameter::Mode mode = Parameter::kEither;
  for (llvm::StringRef part : parts) {
    if (part == "/") {
      for (Parameter &parameter : signature.parameters)
        parameter.mode = Parameter::kPositionalOnly;
      continue;
    }
    if (part == "*") {
      mode = Parameter::kKeywordOnly;
      continue;
    }
    Parameter parameter;
    bool isRest = part.consume_front("*");
    auto [declaration, fallback] = part.split(" = ");
    std::tie(parameter.name, parameter.type) = declaration.split(": ");
    parameter.isOptional = parameter.type.consume_back("?");
    if (!fallback.empty())
      parameter.fallback = parseDefault(fallback);
    parameter.mode = isRest ? Parameter::kRest : mode;
    if (isRest)
      mode = Parameter::kKeywordOnly;
    signature.parameters.push_back(std::move(parameter));
  }
  return signature;
}

static bool isArray(const Argument &argument) {
  return argument.is<Value>() || argument.is<Literal>();
}

bool accept(llvm::StringRef type, Argument &argument) {
  if (type == "any")
    return true;
  if (type == "array")
    return isArray(argument);
  if (type == "operand")
    return isArray(argument) || argument.isScalar();
  if (type == "scalar")
    return argument.isScalar();
  if (type == "int")
    return argument.is<int64_t>();
  if (type == "bool")
    return argument.is<bool>();
  if (type == "string")
    return argument.is<std::string>();
  if (type == "number")
    return argument.is<int64_t>() || argument.is<double>();
  if (type == "dtype") {
    if (const auto *name = argument.getIf<std::string>())
      if (std::optional<DType> dtype = parseDType(*name))
        argument = *dtype;
    return argument.is<DType>();
  }
  if (type == "ints" && argument.is<int64_t>())
    argument = Argument::List{argument};
  const auto *list = argument.getIf<Argument::List>();
  if (!list)
    return false;
  if (type == "arrays")
    return llvm::all_of(*list, isArray);
  assert(type == "ints" && "a type that Signature.h describes");
  return llvm::all_of(*list,
                      [](const Argument &it) { return it.is<int64_t>(); });
}

} // namespace dtensor::recording
