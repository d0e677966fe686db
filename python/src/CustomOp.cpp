//===- CustomOp.cpp - Functions of the user as ops, in Python -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/CustomOp.h"

#include "Array.h"
#include "Interrupts.h"

#include <thread>

using dt::CustomOp;
using dt::Tensor;
using dt::Tensors;

/// The results of a function of Python for the components of a device. These
/// are copied, because the program's memory is used again after the call.
static std::vector<Tensor> call(const nb::callable &function,
                                std::span<const Tensor> components) {
  nb::list arguments;
  for (const Tensor &component : components)
    arguments.append(dtensor::python::toNumPy(component).attr("copy")());
  nb::object result = function(*nb::tuple(arguments));
  std::vector<Tensor> results;
  if (nb::isinstance<nb::tuple>(result) || nb::isinstance<nb::list>(result))
    for (nb::handle each : result)
      results.push_back(dtensor::python::importArray(each));
  else
    results.push_back(dtensor::python::importArray(result));
  return results;
}

/// A function of Python that devices call. It runs on a thread of its own:
/// Python looks how much is left of a thread's stack, and a device has another
/// one.
static dt::LocalFunction makeLocalFunction(nb::callable function) {
  // Programs know it until the process ends.
  auto *held = new nb::callable(std::move(function));
  return [held](std::span<const Tensor> components, int64_t) {
    std::vector<Tensor> results;
    std::exception_ptr problem;
    std::thread([&] {
      nb::gil_scoped_acquire acquire;
      try {
        results = call(*held, components);
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

void dtensor::python::bindCustomOp(nb::module_ &module) {
  nb::class_<CustomOp>(module, "CustomOp",
                       "A function of the user that is an op.")
      .def("_call", [](const CustomOp &op, const Tensors &operands) {
        return runInterruptibly(dt::Context::get(),
                                [&] { return op(operands); });
      });
  module.def(
      "register_sharding",
      [](const std::string &name, const std::string &rule,
         nb::callable function, std::vector<dt::DType> resultDTypes) {
        return dt::register_sharding(name, rule,
                                     makeLocalFunction(std::move(function)),
                                     {std::move(resultDTypes), {}});
      },
      "name"_a, "rule"_a, "function"_a, "result_dtypes"_a);
}
