//===- LocalFunction.cpp - Functions of Python on devices -----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalFunction.h"

#include "Array.h"
#include "dt/Access.h"

#include <thread>

using dt::Tensor;

/// The results of a function of Python for the components of a device. These
/// are copied, because the program's memory is used again after the call.
static std::vector<Tensor> call(const nb::callable &function,
                                std::span<const Tensor> components,
                                std::optional<int64_t> device) {
  nb::list arguments;
  for (const Tensor &component : components)
    arguments.append(dtensor::python::toNumPy(component).attr("copy")());
  nb::dict keywords;
  if (device)
    keywords["device"] = *device;
  nb::object result = function(*nb::tuple(arguments), **keywords);
  std::vector<Tensor> results;
  if (nb::isinstance<nb::tuple>(result) || nb::isinstance<nb::list>(result))
    for (nb::handle each : result)
      results.push_back(dtensor::python::importArray(each));
  else
    results.push_back(dtensor::python::importArray(result));
  return results;
}

dt::LocalFunction dtensor::python::makeLocalFunction(nb::callable function,
                                                     bool wantsDevice) {
  auto *held = new nb::callable(std::move(function));
  return
      [held, wantsDevice](std::span<const Tensor> components, int64_t device) {
        std::vector<Tensor> results;
        std::exception_ptr problem;
        // Python looks how much is left of a thread's stack, and a device has
        // another one.
        std::thread([&] {
          dt::Access::is_on_device() = true;
          nb::gil_scoped_acquire acquire;
          try {
            results = call(*held, components,
                           wantsDevice ? std::optional(device) : std::nullopt);
          } catch (const nb::python_error &error) {
            problem = std::make_exception_ptr(dt::Error(error.what()));
          } catch (...) {
            problem = std::current_exception();
          }
        }).join();
        if (problem)
          std::rethrow_exception(problem);
        return results;
      };
}
