//===- CustomOp.cpp - A user's function with a sharding rule --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/CustomOp.h"

#include "API/Host/Errors.h"
#include "Recorder.h"
#include "dtensor/Layout/RuleText.h"
#include "dtensor/Recording/Ops.h"

namespace dt {

using dtensor::ShardingRule;

namespace {
/// The facts of an op.
struct Definition {
  std::string name, text;
  ShardingRule rule;
  CustomOpOptions options;

  std::vector<TensorType> inferTypes(llvm::ArrayRef<TensorType> operands) const;
};
} // namespace

static void checkCount(const std::string &name, llvm::StringRef what,
                       size_t required, size_t found) {
  if (required != found)
    raise("'" + name + "': required " + llvm::Twine(required) + " " + what +
          " by its rule, found " + llvm::Twine(found));
}

/// The extent of an axis of a result, which is that of its factor.
static int64_t getExtent(const Definition &definition, size_t result,
                         size_t axis, const ShardingRule &bound) {
  const dtensor::AxisFactors &factors = bound.results[result][axis];
  if (factors.empty())
    return 1;
  int64_t extent = bound.factors[factors.front()].extent;
  if (extent == dtensor::Factor::kDynamic)
    raise("'" + definition.name + "': no operand has axis " +
          llvm::Twine(axis) + " of result " + llvm::Twine(result) +
          "; give the extent in the rule, or the option result_types");
  return extent;
}

std::vector<TensorType>
Definition::inferTypes(llvm::ArrayRef<TensorType> operands) const {
  checkCount(name, "operands", rule.operands.size(), operands.size());
  ShardingRule bound = rule;
  std::vector<TensorType> results;
  if (options.result_types)
    results = options.result_types(std::span(operands.data(), operands.size()));
  llvm::SmallVector<llvm::ArrayRef<int64_t>> shapes, resultShapes;
  for (const TensorType &operand : operands)
    shapes.push_back(operand.shape);
  // Extents that only the operands give are filled in below.
  std::vector<Shape> open;
  for (const dtensor::TensorFactors &tensor : rule.results) {
    Shape &shape = open.emplace_back();
    for (const dtensor::AxisFactors &factors : tensor)
      shape.push_back(factors.empty() ? 1 : -1);
  }
  bool isGiven = bool(options.result_types);
  if (isGiven)
    checkCount(name, "results", rule.results.size(), results.size());
  for (size_t i = 0; i < rule.results.size(); ++i)
    resultShapes.push_back(isGiven ? results[i].shape : open[i]);
  if (llvm::Error error = dtensor::bindExtents(bound, shapes, resultShapes))
    raise("'" + name + "' with the rule '" + text +
          "': " + llvm::toString(std::move(error)));
  if (isGiven)
    return results;

  if (!options.result_dtypes.empty())
    checkCount(name, "result_dtypes", rule.results.size(),
               options.result_dtypes.size());
  for (size_t i = 0; i < rule.results.size(); ++i) {
    if (options.result_dtypes.empty() && operands.empty())
      raise("'" + name + "': required result_dtypes, as there is no operand");
    TensorType type{options.result_dtypes.empty() ? operands[0].dtype
                                                  : options.result_dtypes[i],
                    {}};
    for (size_t axis = 0; axis < rule.results[i].size(); ++axis)
      type.shape.push_back(getExtent(*this, i, axis, bound));
    results.push_back(std::move(type));
  }
  return results;
}

static Tensors record(const Definition &definition, const Tensors &operands) {
  Recorder &recorder = Recorder::get(definition.name.c_str());
  std::vector<TensorType> types;
  for (const DTensor &operand : operands)
    types.push_back({operand.dtype(), operand.shape()});
  std::vector<dtensor::recording::TensorType> results;
  for (const TensorType &type : definition.inferTypes(types))
    results.push_back(getType(type.shape, type.dtype));
  auto values = dtensor::recording::prim::customCall(
      recorder.getGraph(), definition.name, definition.text,
      recorder.use(operands), results);
  recorder.check();
  return recorder.wrap(values);
}

CustomOp register_sharding(const std::string &name, const std::string &rule,
                           LocalFunction function, CustomOpOptions options) {
  auto definition = std::make_shared<Definition>();
  *definition = {name, rule, check(dtensor::parseRule(rule)),
                 std::move(options)};
  define_function(name, std::move(function));
  return CustomOp(JitFunction(
      [definition](const Tensors &operands) {
        return record(*definition, operands);
      },
      name));
}

DTensor CustomOp::only(const Tensors &results) {
  if (results.size() != 1)
    raise("required an op with one result, found " +
          llvm::Twine(results.size()) + "; call it with a vector of operands");
  return results[0];
}

} // namespace dt
