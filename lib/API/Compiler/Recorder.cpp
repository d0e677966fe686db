//===- Recorder.cpp - The function that a thread records ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recorder.h"

#include "API/Host/Errors.h"
#include "dtensor/Recording/Ops.h"

namespace dt {

using dtensor::recording::Graph;
using dtensor::recording::Value;
using dtensor::recording::Values;

namespace {
/// The knowledge of a tensor that is being recorded. It keeps the graph alive,
/// so that a tensor that leaves its function gives an error.
struct RecordedValue {
  std::shared_ptr<Graph> graph;
  Value value;
};
} // namespace

dtensor::recording::TensorType getType(const Shape &shape, DType dtype) {
  return {dtype, dtensor::recording::Shape(shape.begin(), shape.end())};
}

static dtensor::recording::TensorType
getType(const Recorder::Capture &capture) {
  return capture.tensor
             ? getType(capture.tensor->shape(), capture.tensor->dtype())
             : getType(capture.variable->shape(), capture.variable->dtype());
}

Recorder::Recorder(std::vector<Capture> known, const std::vector<DTensor> &like)
    : graph(std::make_shared<Graph>()), captures(std::move(known)),
      outer(Access::recorder()) {
  for (const DTensor &argument : like)
    arguments.push_back(
        wrap(graph->addArgument(getType(argument.shape(), argument.dtype()))));
  for (Capture &capture : captures) {
    capture.argument = capture.value = graph->addArgument(getType(capture));
    capture.isAssigned = false;
  }
  Access::recorder() = this;
}

Recorder::~Recorder() { stop(); }

void Recorder::stop() {
  if (std::exchange(isRecording, false))
    Access::recorder() = outer;
}

Recorder *Recorder::find() {
  return static_cast<Recorder *>(Access::recorder());
}

Recorder &Recorder::get(const char *caller) {
  if (Recorder *recorder = find())
    return *recorder;
  raise(llvm::Twine(caller) +
        ": required a function that is being recorded; call it in a function "
        "that is given to jit()");
}

DTensor Recorder::wrap(Value value) {
  const dtensor::recording::TensorType &type = value.type();
  return Access::make_recorded(
      Shape(type.shape.begin(), type.shape.end()), type.dtype,
      std::make_shared<RecordedValue>(RecordedValue{graph, value}));
}

std::vector<DTensor> Recorder::wrap(llvm::ArrayRef<Value> values) {
  std::vector<DTensor> tensors;
  for (Value value : values)
    tensors.push_back(wrap(value));
  return tensors;
}

Values Recorder::use(const std::vector<DTensor> &tensors) {
  Values values;
  for (const DTensor &tensor : tensors)
    values.push_back(use(tensor));
  return values;
}

Value Recorder::use(const DTensor &tensor) {
  if (const std::shared_ptr<void> &recorded = Access::recorded(tensor)) {
    auto &known = *static_cast<RecordedValue *>(recorded.get());
    if (known.graph != graph)
      raise("a tensor " + getType(tensor.shape(), tensor.dtype()).str() +
            " was recorded in another function than the one that uses it; "
            "return it from there");
    return known.value;
  }
  for (Capture &capture : captures)
    if (capture.tensor && Access::impl(*capture.tensor) == Access::impl(tensor))
      return capture.value;
  Capture found;
  found.tensor = tensor;
  return add(std::move(found)).value;
}

Recorder::Capture &Recorder::add(Capture capture) {
  bool isInBody = graph->getOpenRegion() != 0;
  if (!isInBody)
    capture.argument = capture.value = graph->addArgument(getType(capture));
  captures.push_back(std::move(capture));
  if (isInBody)
    throw Restart();
  return captures.back();
}

DTensor Recorder::relayout(const DTensor &tensor, const Layout &layout) {
  if (layout.rank() != tensor.rank())
    raise("relayout of a recorded tensor: required a layout of rank " +
          llvm::Twine(tensor.rank()) + ", found " + layout.str() + " of rank " +
          llvm::Twine(layout.rank()));
  Value value = dtensor::recording::prim::constrain(use(tensor), layout.str());
  check();
  return wrap(value);
}

DTensor Recorder::read(const Variable &variable) {
  for (Capture &capture : captures)
    if (capture.variable &&
        Access::impl(*capture.variable) == Access::impl(variable))
      return wrap(capture.value);
  Capture found;
  found.variable = variable;
  return wrap(add(std::move(found)).value);
}

void Recorder::assign(const Variable &variable, const DTensor &value) {
  std::string name =
      variable.name().empty() ? "a variable" : "'" + variable.name() + "'";
  if (value.shape() != variable.shape() || value.dtype() != variable.dtype())
    raise(name + ": required a value " +
          getType(variable.shape(), variable.dtype()).str() + ", found " +
          getType(value.shape(), value.dtype()).str());
  if (graph->getOpenRegion() != 0)
    raise(name + ": a variable cannot be assigned in the body of a loop or of "
                 "a branch; give its value to the body, and assign the result");
  read(variable);
  Value used = use(value);
  for (Capture &capture : captures)
    if (capture.variable &&
        Access::impl(*capture.variable) == Access::impl(variable)) {
      capture.value = used;
      capture.isAssigned = true;
    }
}

void Recorder::check() {
  if (problem) {
    llvm::consumeError(graph->takeError());
    std::rethrow_exception(std::exchange(problem, nullptr));
  }
  dt::check(graph->takeError());
}

} // namespace dt
