//===- CustomOp.cpp - Functions of the user as ops, in Python -------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/CustomOp.h"

#include "Interrupts.h"
#include "LocalFunction.h"

using dt::CustomOp;
using dt::Tensors;

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
        return dt::register_sharding(
            name, rule, makeLocalFunction(std::move(function), false),
            {std::move(resultDTypes), {}});
      },
      "name"_a, "rule"_a, "function"_a, "result_dtypes"_a);
}
