//===- ReadCalls.cpp - Calls of functions as JSON -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadCalls.h"
#include "ExamplePrograms.h"
#include "dtensor/Recording/Gradient.h"
#include "dtensor/Recording/Ops.h"

namespace json = llvm::json;

namespace dtensor::recording {

namespace {
/// Records one call. Arrays become arguments of the program.
class CallReader {
public:
  explicit CallReader(Graph &graph) : graph(graph) {}

  json::Object record(const json::Object &call);

private:
  json::Object recordResults(const json::Object &call);
  Argument read(const json::Value &value);
  Value addArgument(TensorType type) {
    arrays.push_back(graph.addArgument(std::move(type)));
    return arrays.back();
  }
  llvm::Expected<Argument> evaluate(const json::Object &call);

  Graph &graph;
  Values arrays;
};
} // namespace

Argument CallReader::read(const json::Value &value) {
  if (std::optional<bool> flag = value.getAsBoolean())
    return *flag;
  if (std::optional<int64_t> integer = value.getAsInteger())
    return *integer;
  if (std::optional<llvm::StringRef> text = value.getAsString())
    return text->str();
  if (const json::Array *array = value.getAsArray()) {
    Argument::List list;
    for (const json::Value &element : *array)
      list.push_back(read(element));
    return list;
  }
  const json::Object *object = value.getAsObject();
  if (!object)
    return {};
  if (std::optional<llvm::StringRef> dtype = object->getString("array")) {
    TensorType type{*parseDType(*dtype), {}};
    for (const json::Value &extent : *object->getArray("shape"))
      type.shape.push_back(*extent.getAsInteger());
    return addArgument(std::move(type));
  }
  // Texts hold infinities as well.
  if (std::optional<llvm::StringRef> number = object->getString("float"))
    return std::stod(number->str());
  if (const json::Array *parts = object->getArray("complex"))
    return std::complex<double>(*(*parts)[0].getAsNumber(),
                                *(*parts)[1].getAsNumber());
  if (const json::Array *bounds = object->getArray("slice"))
    return Slice{(*bounds)[0].getAsInteger(), (*bounds)[1].getAsInteger(),
                 (*bounds)[2].getAsInteger()};
  if (object->getBoolean("ellipsis"))
    return Ellipsis();
  return {};
}

llvm::Expected<Argument> CallReader::evaluate(const json::Object &object) {
  std::vector<Argument> positional;
  llvm::SmallVector<Keyword> keywords;
  if (const json::Array *args = object.getArray("args"))
    for (const json::Value &argument : *args)
      positional.push_back(read(argument));
  // Arrays become arguments in the order of the names.
  if (const json::Object *kwargs = object.getObject("kwargs")) {
    std::vector<llvm::StringRef> names;
    for (const auto &[name, value] : *kwargs)
      names.push_back(name);
    llvm::sort(names);
    for (llvm::StringRef name : names)
      keywords.push_back({name, read(*kwargs->get(name))});
  }
  if (std::optional<llvm::StringRef> name = object.getString("function"))
    return call(graph, *name, positional, keywords);
  Values results =
      findExample(object.getString("example").value_or(""))(graph, arrays);
  if (llvm::Error error = graph.takeError())
    return error;
  return Argument(results);
}

/// What a function about types says.
static json::Value describe(const Argument &argument) {
  if (const auto *list = argument.getIf<Argument::List>()) {
    json::Array array;
    for (const Argument &element : *list)
      array.push_back(describe(element));
    return array;
  }
  if (const auto *literal = argument.getIf<Literal>()) {
    std::string text = literal->mlir();
    auto [head, tail] = llvm::StringRef(text).split('<');
    return tail.split('>').first.str();
  }
  if (const auto *number = argument.getIf<double>())
    return *number;
  return argument.describe();
}

json::Object CallReader::record(const json::Object &object) {
  json::Object answer = recordResults(object);
  // Arrays of a refused call stay arguments of the program.
  json::Array arguments;
  for (Value array : arrays)
    arguments.push_back(array.type().str());
  answer["arguments"] = std::move(arguments);
  return answer;
}

json::Object CallReader::recordResults(const json::Object &object) {
  json::Object answer;
  llvm::Expected<Argument> result = evaluate(object);
  if (!result) {
    answer["error"] = llvm::toString(result.takeError());
    return answer;
  }
  Values values = getArrays(*result);
  if (values.empty())
    answer["value"] = describe(*result);
  if (object.getBoolean("vjp").value_or(false)) {
    Values wanted, results, cotangents;
    for (Value array : arrays)
      if (isA(array.dtype(), kInexact))
        wanted.push_back(array);
    for (Value value : values)
      if (isA(value.dtype(), kInexact)) {
        results.push_back(value);
        cotangents.push_back(addArgument(value.type()));
      }
    values = vjp(results, cotangents, wanted);
    if (llvm::Error error = graph.takeError()) {
      answer["error"] = llvm::toString(std::move(error));
      return answer;
    }
  }
  Values all = graph.getResults();
  json::Array types;
  for (Value value : values) {
    types.push_back(value.type().str());
    all.push_back(value);
  }
  graph.setResults(all);
  answer["results"] = std::move(types);
  return answer;
}

json::Value recordCalls(Graph &graph, const json::Array &calls) {
  json::Array answers;
  for (const json::Value &call : calls)
    answers.push_back(CallReader(graph).record(*call.getAsObject()));
  return answers;
}

} // namespace dtensor::recording
