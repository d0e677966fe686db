//===- Log.cpp - Levels of the log in Python ------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Log.h"

#include "Bindings.h"

void dtensor::python::bindLog(nb::module_ &module) {
  nb::enum_<dt::LogLevel>(module, "LogLevel",
                          "How much is logged; each includes those before it.")
      .value("none", dt::LogLevel::none)
      .value("warning", dt::LogLevel::warning)
      .value("info", dt::LogLevel::info)
      .value("debug", dt::LogLevel::debug);
  module.def("set_log_level", dt::set_log_level, "level"_a);
  module.def("log_level", dt::log_level);
}
