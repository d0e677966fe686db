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
  /// Empty while a program updates it, and if that failed.
  std::optional<DTensor> value;
  bool isUpdated = false;
  std::condition_variable isBack;

  /// Waits while a program updates the value.
  std::unique_lock<std::mutex> lock() {
    std::unique_lock<std::mutex> lock(mutex);
    isBack.wait(lock, [&] { return !isUpdated; });
    return lock;
  }
  /// Errors: a value that is lost.
  const DTensor &get() const;
  void putBack(std::optional<DTensor> newValue) {
    {
      std::lock_guard<std::mutex> lock(mutex);
      value = std::move(newValue);
      isUpdated = false;
    }
    isBack.notify_all();
  }
};

/// `variable 'w'`.
static std::string describe(const std::string &name) {
  return name.empty() ? "a variable" : "variable '" + name + "'";
}

const DTensor &Variable::Impl::get() const {
  if (!value)
    raise(describe(name) + " has lost its value in a run that failed while it "
                           "updated the value; assign another one");
  return *value;
}

Variable::Variable(const DTensor &initial, std::string name)
    : impl(new Impl{std::move(name),
                    initial.shape(),
                    initial.dtype(),
                    initial.layout(),
                    {},
                    initial,
                    false,
                    {}}) {}

const std::string &Variable::name() const { return impl->name; }
const Shape &Variable::shape() const { return impl->shape; }
DType Variable::dtype() const { return impl->dtype; }
const Layout &Variable::layout() const { return impl->layout; }

DTensor Variable::value() const {
  if (Access::Recorder *recorder = Access::recorder())
    return recorder->read(*this);
  auto lock = impl->lock();
  return impl->get();
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
  auto lock = impl->lock();
  impl->value = value;
}

Access::Recorder::~Recorder() = default;

Access::Recorder *&Access::recorder() {
  static thread_local Recorder *recorder = nullptr;
  return recorder;
}

DTensor Access::take(Variable &variable) {
  Variable::Impl &impl = *variable.impl;
  auto lock = impl.lock();
  DTensor value = impl.get();
  impl.value.reset();
  impl.isUpdated = true;
  return value;
}

void Access::put(Variable &variable, DTensor value) {
  variable.impl->putBack(std::move(value));
}

void Access::lose(Variable &variable) { variable.impl->putBack(std::nullopt); }

const Layout &fetch_layout(const Variable &variable) {
  return variable.layout();
}

} // namespace dt
