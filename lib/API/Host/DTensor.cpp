//===- DTensor.cpp - A tensor on a mesh of devices ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/DTensor.h"

#include "Errors.h"
#include "Implementation.h"
#include "TensorText.h"

namespace dt {

DTensor wrap(Shape shape, DType dtype, Layout layout,
             dtensor::Components components) {
  return Access::make<DTensor, const DTensor::Impl>(
      std::make_shared<DTensor::Impl>(DTensor::Impl{std::move(shape),
                                                    dtype,
                                                    std::move(layout),
                                                    std::move(components),
                                                    /*loss=*/{},
                                                    {}}));
}

DTensor Access::make_lost(const DTensor &like, std::string loss) {
  return make<DTensor, const DTensor::Impl>(std::make_shared<DTensor::Impl>(
      DTensor::Impl{like.shape(), like.dtype(), {}, {}, std::move(loss), {}}));
}

bool Access::is_lost(const DTensor &tensor) {
  return !tensor.impl->loss.empty();
}

DTensor Access::make_recorded(Shape shape, DType dtype,
                              std::shared_ptr<void> value) {
  return make<DTensor, const DTensor::Impl>(
      std::make_shared<DTensor::Impl>(DTensor::Impl{std::move(shape),
                                                    dtype,
                                                    {},
                                                    {},
                                                    /*loss=*/{},
                                                    std::move(value)}));
}

const std::shared_ptr<void> &Access::recorded(const DTensor &tensor) {
  return tensor.impl->recorded;
}

static const DTensor::Impl &requireElements(const DTensor &tensor) {
  const DTensor::Impl &impl = *Access::impl(tensor);
  if (impl.recorded)
    raise("a tensor " + describe(impl.shape, impl.dtype) +
          " of a function that is being recorded has neither elements nor a "
          "layout; return it from the function and read the result");
  if (!impl.loss.empty())
    raise("a tensor " + describe(impl.shape, impl.dtype) + " " + impl.loss);
  return impl;
}

const dtensor::Components &unwrap(const DTensor &tensor) {
  return requireElements(tensor).components;
}

DTensor::DTensor(std::shared_ptr<const Impl> impl) : impl(std::move(impl)) {}

const Shape &DTensor::shape() const { return impl->shape; }
DType DTensor::dtype() const { return impl->dtype; }
const Layout &DTensor::layout() const { return *requireElements(*this).layout; }

Tensor DTensor::to_local(int64_t device) const {
  const dtensor::Components &components = unwrap(*this);
  checkOwnDevice(mesh(), device);
  return wrap(components[device], dtype());
}

Tensor DTensor::full_tensor() const {
  return redistribute(Layout::replicated(mesh(), rank()))
      .to_local(getFirstDevice(mesh()));
}

Tensor DTensor::numpy() const {
  if (!layout().is_fully_replicated())
    raise("a tensor " + describe(shape(), dtype()) + " with layout " +
          layout().str() + " of mesh " + mesh().str() +
          " is not on one device: required a replicated layout; call "
          "full_tensor() to gather it, or to_local(device) for a component");
  return to_local(getFirstDevice(mesh()));
}

std::string DTensor::str() const {
  bool isRecorded = Access::recorded(*this) != nullptr;
  if (isRecorded || Access::is_lost(*this))
    return std::string("DTensor(<") + (isRecorded ? "recorded" : "lost") +
           ">, shape=" + formatShape(shape()) +
           ", dtype=" + std::string(to_string(dtype())) + ")";
  std::string text = "DTensor(";
  if (layout().is_fully_replicated()) {
    text += to_local(getFirstDevice(mesh())).str();
  } else {
    text += '{';
    for (int64_t device : mesh().local_devices())
      text += (text.back() == '{' ? "\"CPU:" : ", \"CPU:") +
              std::to_string(device) + "\": " + to_local(device).str();
    text += '}';
  }
  return text + ", layout=\"" + layout().to_string() +
         "\", shape=" + formatShape(shape()) +
         ", dtype=" + std::string(to_string(dtype())) + ")";
}

const Layout &fetch_layout(const DTensor &tensor) { return tensor.layout(); }

DTensor relayout(const DTensor &tensor, const Layout &layout) {
  return tensor.redistribute(layout);
}

} // namespace dt
