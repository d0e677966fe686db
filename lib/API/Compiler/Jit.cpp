//===- Jit.cpp - Functions that become one program ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Jit.h"

#include "API/Host/Errors.h"
#include "CallKey.h"
#include "Program.h"
#include "Recorder.h"
#include "dt/Factories.h"
#include "dtensor/Recording/Print.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

namespace dt {

namespace {
/// A recording that was compiled.
struct Recorded {
  Executable executable;
  /// In the order of the program's arguments, behind those of the function.
  std::vector<Recorder::Capture> captures;
  size_t numResults;
};
} // namespace

struct JitFunction::Impl {
  Function function;
  std::string name;
  CompileOptions options;
  std::mutex mutex;
  std::unordered_map<std::string, std::shared_ptr<const Recorded>> programs;

  std::shared_ptr<const Recorded> find(const Tensors &arguments);
};

JitFunction::JitFunction(Function function, std::string name,
                         CompileOptions options)
    : impl(std::make_shared<Impl>()) {
  impl->function = std::move(function);
  impl->name = std::move(name);
  impl->options = std::move(options);
}

/// Calls the function until everything that it captures is known before.
static std::unique_ptr<Recorder>
record(const Function &function, const Tensors &arguments, size_t &numResults) {
  std::vector<Recorder::Capture> captures;
  for (;;) {
    auto recorder = std::make_unique<Recorder>(captures, arguments);
    try {
      dtensor::recording::Values results =
          recorder->use(function(recorder->getArguments()));
      numResults = results.size();
      for (Recorder::Capture &capture : recorder->getCaptures())
        if (capture.isAssigned)
          results.push_back(capture.value);
      recorder->check();
      recorder->getGraph().setResults(results);
      return recorder;
    } catch (const Recorder::Restart &) {
      captures = recorder->getCaptures();
    }
  }
}

static const Layout &getLayout(const Recorder::Capture &capture) {
  return capture.tensor ? capture.tensor->layout() : capture.variable->layout();
}

/// The request to compile a recording.
static ProgramRequest makeRequest(const std::string &name,
                                  const Tensors &arguments, Recorder &recorder,
                                  size_t numResults,
                                  const CompileOptions &options) {
  ProgramRequest request;
  request.name = name;
  for (const DTensor &argument : arguments)
    request.arguments.push_back(argument.layout());
  for (size_t i = 0; i < arguments.size(); ++i)
    request.donated.push_back(options.donated_arguments.count(i));
  request.results = options.result_layouts;
  for (const Recorder::Capture &capture : recorder.getCaptures()) {
    request.arguments.push_back(getLayout(capture));
    request.donated.push_back(capture.isAssigned);
    if (capture.isAssigned)
      request.results[numResults++] = getLayout(capture).str();
  }
  if (!request.arguments.empty())
    request.mesh = request.arguments[0].mesh();
  else if (options.mesh)
    request.mesh = *options.mesh;
  for (const Layout &layout : request.arguments)
    if (layout.mesh() != request.mesh)
      raise("'" + name + "': required tensors on mesh '" + request.mesh.str() +
            "', found one on mesh '" + layout.mesh().str() + "'");
  return request;
}

std::shared_ptr<const Recorded>
JitFunction::Impl::find(const Tensors &arguments) {
  thread_local std::string text;
  CallKey key(text);
  for (const DTensor &argument : arguments)
    key.addTensor(argument);
  std::string found = text;
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto known = programs.find(found);
    if (known != programs.end())
      return known->second;
  }
  size_t numResults;
  std::unique_ptr<Recorder> recorder = record(function, arguments, numResults);
  recorder->stop();
  ProgramRequest request =
      makeRequest(name, arguments, *recorder, numResults, options);
  auto recorded = std::make_shared<Recorded>(
      Recorded{compileProgram(recorder->getGraph(), request, options),
               recorder->getCaptures(), numResults});
  std::lock_guard<std::mutex> lock(mutex);
  return programs.emplace(found, std::move(recorded)).first->second;
}

namespace {
/// The values of variables that a program updates, which no other thread can
/// use meanwhile.
class Updates {
public:
  explicit Updates(const std::vector<Recorder::Capture> &captures) {
    for (const Recorder::Capture &capture : captures)
      if (capture.isAssigned)
        variables.push_back(*capture.variable);
    // In one order in all threads, so that none waits for another that waits
    // for it.
    std::vector<Variable> ordered = variables;
    std::sort(ordered.begin(), ordered.end(),
              [](const Variable &a, const Variable &b) {
                return Access::impl(a) < Access::impl(b);
              });
    try {
      for (Variable &variable : ordered) {
        values.emplace_back(Access::take(variable));
        taken.push_back(variable);
      }
    } catch (...) {
      restore();
      throw;
    }
  }

  ~Updates() { restore(); }

  /// Gives the value away.
  DTensor give(const Variable &variable) {
    for (size_t i = 0; i < taken.size(); ++i)
      if (Access::impl(taken[i]) == Access::impl(variable))
        return *std::exchange(values[i], std::nullopt);
    return variable.value();
  }

  /// After an error: the value again, unless the program may have overwritten
  /// it.
  void takeBack(const Variable &variable, const DTensor &value) {
    for (size_t i = 0; i < taken.size(); ++i)
      if (Access::impl(taken[i]) == Access::impl(variable) &&
          !Access::is_lost(value))
        values[i] = value;
  }

  /// Puts the values that the program has computed.
  void finish(const Tensors &results, size_t first) {
    for (size_t i = 0; i < variables.size(); ++i)
      Access::put(variables[i], results[first + i]);
    taken.clear();
  }

private:
  /// After an error. A value that is not here is lost.
  void restore() {
    for (size_t i = 0; i < taken.size(); ++i) {
      if (values[i])
        Access::put(taken[i], std::move(*values[i]));
      else
        Access::lose(taken[i]);
    }
    taken.clear();
  }

  std::vector<Variable> variables, taken;
  std::vector<std::optional<DTensor>> values;
};
} // namespace

Tensors JitFunction::operator()(const Tensors &arguments,
                                const Context &context) const {
  return (*this)(Tensors(arguments), context);
}

Tensors JitFunction::operator()(Tensors &&arguments,
                                const Context &context) const {
  // In another recording, the function is part of it.
  if (Recorder::find())
    return impl->function(arguments);
  std::shared_ptr<const Recorded> recorded = impl->find(arguments);
  Updates updates(recorded->captures);
  size_t numArguments = arguments.size();
  Tensors operands = std::move(arguments), results;
  try {
    for (const Recorder::Capture &capture : recorded->captures)
      operands.push_back(capture.tensor ? *capture.tensor
                                        : updates.give(*capture.variable));
    results = recorded->executable.run(std::move(operands), context);
  } catch (...) {
    for (size_t i = numArguments; i < operands.size(); ++i)
      if (const Recorder::Capture &capture =
              recorded->captures[i - numArguments];
          capture.isAssigned)
        updates.takeBack(*capture.variable, operands[i]);
    operands.erase(operands.begin() + numArguments, operands.end());
    arguments = std::move(operands);
    throw;
  }
  updates.finish(results, recorded->numResults);
  results.erase(results.begin() + recorded->numResults, results.end());
  return results;
}

Executable JitFunction::compile(const Tensors &arguments) const {
  return impl->find(arguments)->executable;
}

std::string JitFunction::text(const Tensors &arguments) const {
  size_t numResults;
  std::unique_ptr<Recorder> recorder =
      record(impl->function, arguments, numResults);
  return dtensor::recording::toText(recorder->getGraph());
}

Trace JitFunction::trace(const Tensors &arguments) const {
  size_t numResults;
  std::unique_ptr<Recorder> recorder =
      record(impl->function, arguments, numResults);
  dtensor::recording::PrintOptions print;
  // Calls of local_map name it.
  if (impl->options.mesh && !impl->options.mesh->dimensions().empty())
    print.mesh = impl->options.mesh->str();
  Trace trace{dtensor::recording::toText(recorder->getGraph(), print), {}};
  for (const Recorder::Capture &capture : recorder->getCaptures()) {
    if (capture.isAssigned)
      raise("'" + impl->name +
            "': required a function that assigns no variables, found one that "
            "assigns '" +
            capture.variable->name() + "'; return the value");
    if (capture.tensor)
      trace.captures.push_back(*capture.tensor);
    else
      trace.captures.push_back(*capture.variable);
  }
  return trace;
}

} // namespace dt
