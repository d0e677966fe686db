//===- Executable.cpp - Compiled programs in Python -----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Executable.h"

#include "Donations.h"
#include "Interrupts.h"

#include <chrono>

using dt::DTensor;
using dt::Executable;
using dt::ValueInfo;

static std::string describe(const ValueInfo &value) {
  std::string text = "ValueInfo(name='" + value.name +
                     "', dtype=" + std::string(dt::to_string(value.dtype)) +
                     ", shape=(";
  for (size_t i = 0; i < value.shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(value.shape[i]);
  if (value.shape.size() == 1)
    text += ",";
  text += "), layout='" + value.layout.str() + "'";
  return text + (value.donated ? ", donated=True)" : ")");
}

namespace {
/// The results of a run that may not have ended.
struct Future {
  std::shared_future<std::vector<DTensor>> results;

  bool isDone() const {
    return results.wait_for(std::chrono::seconds(0)) ==
           std::future_status::ready;
  }

  /// Waits; Ctrl-C ends the wait, and the run goes on.
  nb::tuple get() const {
    while (true) {
      {
        nb::gil_scoped_release release;
        if (results.wait_for(std::chrono::milliseconds(50)) ==
            std::future_status::ready)
          break;
      }
      if (PyErr_CheckSignals() != 0)
        throw nb::python_error();
    }
    return nb::tuple(
        dtensor::python::toList(std::vector<DTensor>(results.get())));
  }
};
} // namespace

void dtensor::python::bindExecutable(nb::module_ &module) {
  nb::class_<ValueInfo>(module, "ValueInfo",
                        "An argument or a result of an executable.")
      .def_ro("name", &ValueInfo::name)
      .def_ro("dtype", &ValueInfo::dtype)
      .def_prop_ro(
          "shape", [](const ValueInfo &value) { return toTuple(value.shape); },
          "In the global view; an extent of -1 fits any.")
      .def_ro("layout", &ValueInfo::layout)
      .def_ro("donated", &ValueInfo::donated,
              "Of an argument: whether a result takes its memory.")
      .def("__repr__", describe);
  nb::class_<Future>(module, "Future", "The results of a run.")
      .def("done", &Future::isDone, "Whether the run has ended.")
      .def("result", &Future::get,
           "Waits for the results, a tuple. Errors: those of the run.");
  nb::class_<Executable>(module, "Executable", nb::dynamic_attr(),
                         "A program that was compiled for a mesh.")
      .def_static("load", &Executable::load, "path"_a,
                  nb::call_guard<nb::gil_scoped_release>(),
                  "Loads a library that was saved, or that dtensor-compile has "
                  "made. Loading runs code: load only what you would run.")
      .def_prop_ro("name", &Executable::name)
      .def_prop_ro("mesh", &Executable::mesh)
      .def_prop_ro("arguments", &Executable::arguments)
      .def_prop_ro("results", &Executable::results)
      .def_prop_ro("peak_bytes", &Executable::peak_bytes,
                   "The largest number of bytes of live tensors on one device.")
      .def("_report", &Executable::report)
      .def(
          "_run_async",
          [](const Executable &executable,
             const std::vector<DTensor> &arguments,
             const std::optional<dt::Context> &context) {
            nb::gil_scoped_release release;
            return Future{executable
                              .run_async(arguments, context
                                                        ? *context
                                                        : dt::Context::get())
                              .share()};
          },
          "arguments"_a, "context"_a = nb::none())
      .def(
          "_run",
          [](const Executable &executable,
             const std::vector<DTensor> &arguments,
             const std::optional<dt::Context> &context) {
            const dt::Context &where = context ? *context : dt::Context::get();
            return runInterruptibly(
                where, [&] { return executable.run(arguments, where); });
          },
          "arguments"_a, "context"_a = nb::none())
      .def(
          "_run_donating",
          [](const Executable &executable, const nb::list &arguments,
             const std::vector<int64_t> &donated, std::string_view name) {
            return callDonating(
                arguments, donated, name, [&](std::vector<DTensor> &given) {
                  return runInterruptibly(dt::Context::get(), [&] {
                    return executable.run(std::move(given));
                  });
                });
          },
          "arguments"_a, "donated"_a, "name"_a,
          "Runs it, and makes arguments at some positions unusable.");
}
