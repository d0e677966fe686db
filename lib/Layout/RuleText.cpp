//===- RuleText.cpp - Sharding rules that users write ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/RuleText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace dtensor;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// Reads a rule from left to right.
class RuleParser {
public:
  explicit RuleParser(StringRef text) : whole(text), rest(text) {}

  Expected<ShardingRule> parse();

private:
  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  Error fail(const Twine &problem) const {
    return createStringError("the rule '" + whole + "': " + problem);
  }
  Error require(StringRef token) {
    if (consume(token))
      return Error::success();
    return fail("required '" + token + "', found " +
                (rest.empty() ? Twine("the end") : "'" + rest + "'"));
  }

  Error parseTensors(llvm::SmallVectorImpl<TensorFactors> &tensors);
  Error parseTensor(TensorFactors &tensor);
  Expected<StringRef> parseName();
  Error parseFactor();
  Error parseKind(Factor &factor);

  StringRef whole, rest;
  ShardingRule rule;
  /// The names of the factors, by number.
  llvm::SmallVector<StringRef> names;
};

} // namespace

Expected<StringRef> RuleParser::parseName() {
  rest = rest.ltrim();
  StringRef name =
      rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (name.empty() || llvm::isDigit(name[0]))
    return fail("required the name of a factor, found " +
                (rest.empty() ? Twine("the end") : "'" + rest + "'"));
  rest = rest.drop_front(name.size());
  return name;
}

Error RuleParser::parseTensor(TensorFactors &tensor) {
  if (consume("*"))
    return Error::success();
  if (Error error = require("["))
    return error;
  if (consume("]"))
    return Error::success();
  do {
    AxisFactors &axis = tensor.emplace_back();
    if (consume("1"))
      continue;
    Expected<StringRef> name = parseName();
    if (!name)
      return name.takeError();
    const auto *known = llvm::find(names, *name);
    axis.push_back(known - names.begin());
    if (known != names.end())
      continue;
    names.push_back(*name);
    rule.factors.push_back({Factor::kDynamic});
  } while (consume(","));
  return require("]");
}

Error RuleParser::parseTensors(llvm::SmallVectorImpl<TensorFactors> &tensors) {
  if (Error error = require("("))
    return error;
  if (consume(")"))
    return Error::success();
  do {
    if (Error error = parseTensor(tensors.emplace_back()))
      return error;
  } while (consume(","));
  return require(")");
}

Error RuleParser::parseKind(Factor &factor) {
  if (consume("whole"))
    factor.kind = FactorKind::Whole;
  if (!consume("reduction"))
    return Error::success();
  factor.kind = FactorKind::Reduction;
  if (Error error = require("("))
    return error;
  Expected<StringRef> name = parseName();
  if (!name)
    return name.takeError();
  std::optional<Combiner> combiner = parseCombiner(*name);
  if (!combiner || combiner == Combiner::Avg)
    return fail("there is no reduction by '" + *name + "'");
  factor.combiner = *combiner;
  return require(")");
}

Error RuleParser::parseFactor() {
  Expected<StringRef> name = parseName();
  if (!name)
    return name.takeError();
  const auto *known = llvm::find(names, *name);
  if (known == names.end())
    return fail("no axis is factor '" + *name + "'");
  Factor &factor = rule.factors[known - names.begin()];
  if (consume("=") && !consume("?")) {
    rest = rest.ltrim();
    if (rest.consumeInteger(10, factor.extent) || factor.extent < 0)
      return fail("required an extent of factor '" + *name + "', found '" +
                  rest + "'");
  }
  return parseKind(factor);
}

Expected<ShardingRule> RuleParser::parse() {
  if (Error error = parseTensors(rule.operands))
    return std::move(error);
  if (Error error = require("->"))
    return std::move(error);
  if (Error error = parseTensors(rule.results))
    return std::move(error);
  if (consume("{") && !consume("}")) {
    do {
      if (Error error = parseFactor())
        return std::move(error);
    } while (consume(","));
    if (Error error = require("}"))
      return std::move(error);
  }
  if (!rest.trim().empty())
    return fail("required the end, found '" + rest + "'");
  if (rule.results.empty())
    return fail("required a result");
  if (Error error = rule.verify())
    return fail(llvm::toString(std::move(error)));

  auto has = [](const TensorFactors &tensor, unsigned factor) {
    return llvm::any_of(tensor, [&](const AxisFactors &axis) {
      return llvm::is_contained(axis, factor);
    });
  };
  for (auto [number, factor] : llvm::enumerate(rule.factors)) {
    auto hasIt = [&, number = number](const TensorFactors &tensor) {
      return has(tensor, number);
    };
    if (factor.kind == FactorKind::Parallel &&
        (!llvm::all_of(rule.results, hasIt) ||
         llvm::none_of(rule.operands, hasIt)))
      return fail("factor '" + names[number] +
                  "' must be an axis of an operand and of every result, or be "
                  "'whole' or 'reduction(...)'");
    if (factor.kind == FactorKind::Reduction &&
        llvm::any_of(rule.results, hasIt))
      return fail("factor '" + names[number] +
                  "' is reduced, so no result may have it");
  }
  return std::move(rule);
}

Expected<ShardingRule> dtensor::parseRule(StringRef text) {
  return RuleParser(text).parse();
}

/// Gives factors the extents of axes.
static Error bind(ShardingRule &rule, llvm::ArrayRef<TensorFactors> tensors,
                  llvm::ArrayRef<llvm::ArrayRef<int64_t>> shapes,
                  StringRef what) {
  if (tensors.size() != shapes.size())
    return createStringError("the rule has " + Twine(tensors.size()) + " " +
                             what + "s, required " + Twine(shapes.size()));
  for (auto [number, tensor, shape] : llvm::enumerate(tensors, shapes)) {
    if (tensor.size() != shape.size())
      return createStringError(what + " " + Twine(number) + " has " +
                               Twine(shape.size()) + " axes, and " +
                               Twine(tensor.size()) + " in the rule");
    for (auto [axis, factors, extent] : llvm::enumerate(tensor, shape)) {
      auto fail = [&, axis = axis, number = number,
                   extent = extent](int64_t required) {
        return createStringError("axis " + Twine(axis) + " of " + what + " " +
                                 Twine(number) + " must have the extent " +
                                 Twine(required) + " by the rule, found " +
                                 Twine(extent));
      };
      if (factors.empty()) {
        if (extent != 1)
          return fail(1);
        continue;
      }
      // A shape may leave an extent open.
      if (extent < 0)
        continue;
      Factor &factor = rule.factors[factors.front()];
      if (factor.extent == Factor::kDynamic)
        factor.extent = extent;
      if (factor.extent != extent)
        return fail(factor.extent);
    }
  }
  return Error::success();
}

Error dtensor::bindExtents(ShardingRule &rule,
                           llvm::ArrayRef<llvm::ArrayRef<int64_t>> operands,
                           llvm::ArrayRef<llvm::ArrayRef<int64_t>> results) {
  if (Error error = bind(rule, rule.operands, operands, "operand"))
    return error;
  return bind(rule, rule.results, results, "result");
}
