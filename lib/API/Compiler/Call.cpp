//===- Call.cpp - Functions of arrays by name -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Call.h"

#include "API/Host/Errors.h"
#include "CallKey.h"
#include "Program.h"
#include "Recorder.h"
#include "dtensor/Recording/Functions.h"
#include "dtensor/Recording/Signature.h"

#include <cstring>
#include <shared_mutex>
#include <unordered_map>

namespace dt {

namespace recording = dtensor::recording;

namespace {
/// A function of the table, and which of its first parameters are operands: a
/// number there takes its type from the other operands.
struct Function {
  const recording::FunctionInfo *info;
  std::vector<bool> isOperand;
};

/// A call that was compiled.
struct Compiled {
  Executable executable;
  /// The layout of numbers, which are tensors without axes.
  std::optional<Layout> numbers;
  DType numberType = DType::float32;
};
} // namespace

static const Function &findFunction(std::string_view name) {
  static const auto *functions = [] {
    auto *table = new std::unordered_map<std::string_view, Function>();
    for (const recording::FunctionGroup &group : recording::getFunctionGroups())
      for (const recording::FunctionInfo &info : group.functions) {
        Function function{&info, {}};
        for (const auto &parameter :
             recording::parseSignature(info.signature).parameters)
          function.isOperand.push_back(parameter.type == "operand");
        table->emplace(std::string_view(info.name.data(), info.name.size()),
                       std::move(function));
      }
    return table;
  }();
  auto found = functions->find(name);
  if (found == functions->end())
    raise("there is no function '" + llvm::Twine(name) + "'");
  return found->second;
}

std::string signature_of(std::string_view name) {
  return findFunction(name).info->signature.str();
}

std::string summary_of(std::string_view name) {
  return findFunction(name).info->summary.str();
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (const recording::FunctionGroup &group : recording::getFunctionGroups())
    for (const recording::FunctionInfo &info : group.functions)
      names.push_back(info.name.str());
  return names;
}

/// Converts an argument. `use` makes values of tensors.
static recording::Argument
convert(const Argument &argument,
        llvm::function_ref<recording::Value(const DTensor &)> use) {
  struct Visitor {
    llvm::function_ref<recording::Value(const DTensor &)> use;
    recording::Argument operator()(std::monostate) { return {}; }
    recording::Argument operator()(bool value) { return value; }
    recording::Argument operator()(int64_t value) { return value; }
    recording::Argument operator()(double value) { return value; }
    recording::Argument operator()(std::complex<double> value) { return value; }
    recording::Argument operator()(const std::string &value) { return value; }
    recording::Argument operator()(DType value) { return value; }
    recording::Argument operator()(const DTensor &value) { return use(value); }
    recording::Argument operator()(const Slice &value) {
      return recording::Slice{value.start, value.stop, value.step};
    }
    recording::Argument operator()(Ellipsis) { return recording::Ellipsis{}; }
    recording::Argument operator()(const Argument::List &value) {
      recording::Argument::List list;
      for (const Argument &element : value)
        list.push_back(convert(element, use));
      return list;
    }
  };
  return std::visit(Visitor{use}, argument.get());
}

static void visitTensors(const Argument &argument,
                         llvm::function_ref<void(const DTensor &)> visit) {
  if (const auto *tensor = std::get_if<DTensor>(&argument.get()))
    visit(*tensor);
  if (const auto *list = std::get_if<Argument::List>(&argument.get()))
    for (const Argument &element : *list)
      visitTensors(element, visit);
}

static bool isNumber(const Argument &argument) {
  return argument.get().index() >= 1 && argument.get().index() <= 4;
}

/// The kind of a number, as a type of that kind.
static recording::Kind getKind(const Argument &number) {
  constexpr recording::Kind kinds[] = {recording::kBoolean, recording::kSigned,
                                       recording::kFloat, recording::kComplex};
  return kinds[number.get().index() - 1];
}

/// Whether a number of `kind` has a place among elements of `dtype`.
static bool fits(recording::Kind kind, DType dtype) {
  recording::Kind other = recording::getKind(dtype);
  if (other == recording::kUnsigned)
    other = recording::kSigned;
  return kind <= other;
}

namespace {
/// The arguments of a call, without elements.
class CallArguments {
public:
  CallArguments(const Function &function, const Arguments &positional,
                const Keywords &keywords)
      : positional(positional), keywords(keywords) {
    for (const Argument &argument : positional)
      visitTensors(argument, [&](const DTensor &it) { add(it); });
    for (const auto &[name, argument] : keywords)
      visitTensors(argument, [&](const DTensor &it) { add(it); });
    if (!dtype)
      return;
    for (size_t i = 0; i < positional.size() && i < function.isOperand.size();
         ++i)
      if (function.isOperand[i] && isNumber(positional[i]) &&
          fits(getKind(positional[i]), *dtype))
        numbers |= uint64_t(1) << i;
  }

  bool isRuntimeNumber(size_t position) const {
    return numbers >> position & 1;
  }

  const Arguments &positional;
  const Keywords &keywords;
  std::vector<DTensor> tensors;
  bool isRecorded = false;
  /// The common type of all tensors, if they have one.
  std::optional<DType> dtype;

private:
  void add(const DTensor &tensor) {
    isRecorded |= Access::recorded(tensor) != nullptr;
    dtype = tensors.empty() ? tensor.dtype()
            : dtype         ? recording::promote(*dtype, tensor.dtype())
                            : std::nullopt;
    tensors.push_back(tensor);
  }

  /// A bit for each position whose number is an argument of the program.
  uint64_t numbers = 0;
};
} // namespace

static recording::Argument
recordAny(recording::Graph &graph, std::string_view name,
          llvm::ArrayRef<recording::Argument> positional,
          const Keywords &keywords,
          llvm::function_ref<recording::Value(const DTensor &)> use) {
  std::vector<recording::Keyword> named;
  for (const auto &[key, argument] : keywords)
    named.push_back({key, convert(argument, use)});
  return check(recording::call(graph, llvm::StringRef(name.data(), name.size()),
                               positional, named));
}

static recording::Values
record(recording::Graph &graph, std::string_view name,
       llvm::ArrayRef<recording::Argument> positional, const Keywords &keywords,
       llvm::function_ref<recording::Value(const DTensor &)> use) {
  recording::Values values =
      recording::getArrays(recordAny(graph, name, positional, keywords, use));
  if (values.empty())
    raise(llvm::Twine(name) + ": required a function that returns tensors");
  return values;
}

static std::vector<DTensor> recordCall(Recorder &recorder,
                                       std::string_view name,
                                       const CallArguments &arguments,
                                       const CallOptions &options) {
  auto use = [&](const DTensor &tensor) { return recorder.use(tensor); };
  std::vector<recording::Argument> positional;
  for (const Argument &argument : arguments.positional)
    positional.push_back(convert(argument, use));
  std::vector<DTensor> results = recorder.wrap(
      record(recorder.getGraph(), name, positional, arguments.keywords, use));
  if (options.layout)
    for (DTensor &result : results)
      result = recorder.relayout(result, *options.layout);
  return results;
}

static std::shared_ptr<const Compiled>
compileCall(std::string_view name, const CallArguments &arguments,
            const CallOptions &options) {
  ProgramRequest request;
  request.name = name;
  if (options.layout)
    request.mesh = options.layout->mesh();
  else if (!arguments.tensors.empty())
    request.mesh = arguments.tensors[0].mesh();
  else
    raise(llvm::Twine(name) + ": required a tensor or a layout, found neither");
  for (const DTensor &tensor : arguments.tensors)
    if (tensor.mesh() != request.mesh)
      raise(llvm::Twine(name) + ": required tensors on mesh '" +
            request.mesh.str() + "', found one on mesh '" +
            tensor.mesh().str() + "'");

  recording::Graph graph;
  auto use = [&](const DTensor &tensor) {
    request.arguments.push_back(tensor.layout());
    return graph.addArgument(getType(tensor.shape(), tensor.dtype()));
  };
  std::vector<recording::Argument> positional;
  size_t numNumbers = 0;
  Layout numbers = Layout::replicated(request.mesh, 0);
  for (size_t i = 0; i < arguments.positional.size(); ++i) {
    if (!arguments.isRuntimeNumber(i)) {
      positional.push_back(convert(arguments.positional[i], use));
      continue;
    }
    request.arguments.push_back(numbers);
    positional.push_back(graph.addArgument(getType({}, *arguments.dtype)));
    ++numNumbers;
  }
  recording::Values results =
      record(graph, name, positional, arguments.keywords, use);
  graph.setResults(results);
  if (options.layout)
    for (size_t i = 0; i < results.size(); ++i)
      request.results[i] = options.layout->str();
  auto compiled = std::make_shared<Compiled>(
      Compiled{compileProgram(graph, request), std::nullopt});
  if (numNumbers > 0) {
    compiled->numbers = numbers;
    compiled->numberType = *arguments.dtype;
  }
  return compiled;
}

static DTensor makeNumber(const Argument &number, const Compiled &compiled) {
  recording::TensorType type = getType({}, compiled.numberType);
  recording::Literal literal = std::visit(
      [&](const auto &value) -> recording::Literal {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, bool>)
          return recording::Literal::splat(type, static_cast<int64_t>(value));
        else if constexpr (std::is_arithmetic_v<T> ||
                           std::is_same_v<T, std::complex<double>>)
          return recording::Literal::splat(type, value);
        else
          llvm_unreachable("is no number");
      },
      number.get());
  Tensor tensor = Tensor::empty({}, compiled.numberType);
  std::memcpy(tensor.mutable_data(), literal.bytes.data(),
              literal.bytes.size());
  return copy_to_mesh(tensor, *compiled.numbers);
}

namespace {
/// The calls that were compiled, for all threads. Their number is bounded by
/// starting anew; the programs themselves stay in the cache of `compile`.
class CallCache {
public:
  static CallCache &get() {
    static CallCache cache;
    return cache;
  }

  std::shared_ptr<const Compiled> find(const std::string &key) {
    std::shared_lock<std::shared_mutex> lock(mutex);
    auto found = calls.find(key);
    return found == calls.end() ? nullptr : found->second;
  }

  void add(const std::string &key, std::shared_ptr<const Compiled> compiled) {
    std::unique_lock<std::shared_mutex> lock(mutex);
    if (calls.size() >= kCapacity)
      calls.clear();
    calls[key] = std::move(compiled);
  }

private:
  static constexpr size_t kCapacity = 4096;
  std::shared_mutex mutex;
  std::unordered_map<std::string, std::shared_ptr<const Compiled>> calls;
};
} // namespace

static void makeKey(CallKey key, std::string_view name,
                    const CallArguments &arguments,
                    const CallOptions &options) {
  key.addWord(name);
  for (size_t i = 0; i < arguments.positional.size(); ++i)
    if (arguments.isRuntimeNumber(i))
      key.addNumber(arguments.positional[i]);
    else
      key.add(arguments.positional[i]);
  for (const auto &[word, argument] : arguments.keywords) {
    key.addTag('=');
    key.addWord(word);
    key.add(argument);
  }
  if (!options.layout)
    return;
  key.addTag(';');
  key.addWord(options.layout->str());
  key.addWord(options.layout->mesh().str());
}

std::vector<DTensor> call(std::string_view name, const Arguments &positional,
                          const Keywords &keywords, const CallOptions &options,
                          const Context &context) {
  CallArguments arguments(findFunction(name), positional, keywords);
  Recorder *recorder = Recorder::find();
  if (recorder && (arguments.isRecorded || arguments.tensors.empty()))
    return recordCall(*recorder, name, arguments, options);
  thread_local std::string key;
  makeKey(CallKey(key), name, arguments, options);
  std::shared_ptr<const Compiled> compiled = CallCache::get().find(key);
  if (!compiled) {
    compiled = compileCall(name, arguments, options);
    CallCache::get().add(key, compiled);
  }
  if (!compiled->numbers)
    return compiled->executable.run(std::move(arguments.tensors), context);
  std::vector<DTensor> operands;
  size_t next = 0;
  for (size_t i = 0; i < positional.size(); ++i)
    if (arguments.isRuntimeNumber(i))
      operands.push_back(makeNumber(positional[i], *compiled));
    else
      visitTensors(positional[i], [&](const DTensor &) {
        operands.push_back(arguments.tensors[next++]);
      });
  for (; next < arguments.tensors.size(); ++next)
    operands.push_back(arguments.tensors[next]);
  return compiled->executable.run(std::move(operands), context);
}

/// What `evaluate` returns.
static Argument convertBack(std::string_view name,
                            const recording::Argument &result) {
  if (const auto *list = result.getIf<recording::Argument::List>()) {
    Argument::List converted;
    for (const recording::Argument &element : *list)
      converted.push_back(convertBack(name, element));
    return converted;
  }
  if (const auto *it = result.getIf<bool>())
    return *it;
  if (const auto *it = result.getIf<int64_t>())
    return *it;
  if (const auto *it = result.getIf<double>())
    return *it;
  if (const auto *it = result.getIf<DType>())
    return *it;
  raise(llvm::Twine(name) + ": required a function of types, found one that " +
        "returns " + result.describe() + "; use call()");
}

Argument evaluate(std::string_view name, const Arguments &positional,
                  const Keywords &keywords) {
  findFunction(name);
  recording::Graph graph;
  auto use = [&](const DTensor &tensor) {
    return graph.addArgument(getType(tensor.shape(), tensor.dtype()));
  };
  std::vector<recording::Argument> converted;
  for (const Argument &argument : positional)
    converted.push_back(convert(argument, use));
  return convertBack(name, recordAny(graph, name, converted, keywords, use));
}

} // namespace dt
