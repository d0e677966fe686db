//===- LocalMap.cpp - Functions on components, in recorded functions ------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/LocalMap.h"

#include "LocalFunction.h"
#include "dt/Access.h"

#include <atomic>

using dt::DTensor;
using dt::Layout;

void dtensor::python::bindLocalMap(nb::module_ &module) {
  module.def(
      "define_local_function",
      [](nb::callable function, bool wantsDevice) {
        static std::atomic<int64_t> number = 0;
        std::string name = "python.local_map." + std::to_string(number++);
        dt::define_function(
            name, makeLocalFunction(std::move(function), wantsDevice));
        return name;
      },
      "function"_a, "wants_device"_a,
      "Makes a function known to programs, and returns its name there.");
  module.def(
      "record_local_map",
      [](const std::string &name, const std::vector<DTensor> &arguments,
         const std::vector<Layout> &inLayouts,
         const std::vector<Layout> &outLayouts,
         const std::vector<std::pair<dt::DType, dt::Shape>> &outTypes) {
        dt::LocalMapOptions options;
        options.in_layouts = inLayouts;
        for (const auto &[dtype, shape] : outTypes)
          options.out_types.push_back({dtype, shape});
        return dt::Access::recorder()->local_map(name, arguments, outLayouts,
                                                 options);
      },
      "name"_a, "arguments"_a, "in_layouts"_a, "out_layouts"_a, "out_types"_a,
      "A call of such a function in the function that is recorded.");
}
