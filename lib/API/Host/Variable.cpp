//===- Variable.cpp - A tensor that is updated ----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Variable.h"

#include "Errors.h"
#include "Implementation.h"

#include <condition_variable>
#include <mutex>

namespace dt {

struct Variable::Impl {
  std::string name;
  Shape shape;
  DType dtype;
  Layout layout;
  std::mutex mutex;
  /// Empty while a program updates it.
  std::optional<DTensor> value;
  std::condition_variable hasValue;
};

/// `variable 'w'`.
static std::string describe(const std::string &name) {
  return name.empty() ? "a variable" : "variable '" + name + "'";
}

Variable::Variable(const DTensor &initial, std::string name)
    : impl(new Impl{std::move(name),
                    initial.shape(),
                    initial.dtype(),
                    initial.layout(),
                    {},
                    initial,
                    {}}) {}

const std::string &Variable::name() const { return impl->name; }
const Shape &Variable::shape() const { return impl->shape; }
DType Variable::dtype() const { return impl->dtype; }
const Layout &Variable::layout() const { return impl->layout; }

DTensor Variable::value() const {
  if (Access::Recorder *recorder = Access::recorder())
    return recorder->read(*this);
  std::unique_lock<std::mutex> lock(impl->mutex);
  impl->hasValue.wait(lock, [&] { return impl->value.has_value(); });
  return *impl->value;
}

void Variable::assign(const DTensor &value) {
  if (Access::Recorder *recorder = Access::recorder())
    return recorder->assign(*this, value);
  std::string prefix = describe(impl->name) + ": required ";
  if (value.layout().mesh() != layout().mesh())
    raise(prefix + "a value on mesh '" + layout().mesh().str() +
          "', found one on mesh '" + value.mesh().str() + "'");
  if (value.shape() != shape() || value.dtype() != dtype())
    raise(prefix + describe(shape(), dtype()) + ", found " +
          describe(value.shape(), value.dtype()));
  if (value.layout() != layout())
    raise(prefix + "layout '" + layout().str() + "', found '" +
          value.layout().str() +
          "'; the layout of a variable never changes; relayout() changes that "
          "of a value");
  std::unique_lock<std::mutex> lock(impl->mutex);
  impl->hasValue.wait(lock, [&] { return impl->value.has_value(); });
  impl->value = value;
}

Access::Recorder::~Recorder() = default;

Access::Recorder *&Access::recorder() {
  static thread_local Recorder *recorder = nullptr;
  return recorder;
}

DTensor Access::take(Variable &variable) {
  Variable::Impl &impl = *variable.impl;
  std::unique_lock<std::mutex> lock(impl.mutex);
  impl.hasValue.wait(lock, [&] { return impl.value.has_value(); });
  DTensor value = std::move(*impl.value);
  impl.value.reset();
  return value;
}

void Access::put(Variable &variable, DTensor value) {
  Variable::Impl &impl = *variable.impl;
  {
    std::lock_guard<std::mutex> lock(impl.mutex);
    impl.value = std::move(value);
  }
  impl.hasValue.notify_all();
}

const Layout &fetch_layout(const Variable &variable) {
  return variable.layout();
}

} // namespace dt
