//===- Jit.cpp - Recorded functions in Python -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Jit.h"

#include "Interrupts.h"
#include "dt/Access.h"

#include <nanobind/stl/variant.h>

using dt::DTensor;
using dt::JitFunction;
using dt::Tensors;

void dtensor::python::bindJit(nb::module_ &module) {
  nb::class_<dt::Trace>(module, "Trace")
      .def_ro("text", &dt::Trace::text)
      .def_ro("captures", &dt::Trace::captures);
  nb::class_<JitFunction>(module, "JitFunction")
      .def(nb::init<dt::Function, std::string, dt::CompileOptions>(),
           "function"_a, "name"_a, "options"_a)
      .def("__call__",
           [](const JitFunction &function, const Tensors &arguments) {
             return runInterruptibly(dt::Context::get(),
                                     [&] { return function(arguments); });
           })
      .def("compile", &JitFunction::compile, "arguments"_a,
           nb::call_guard<nb::gil_scoped_release>())
      .def("text", &JitFunction::text, "arguments"_a,
           nb::call_guard<nb::gil_scoped_release>())
      .def("trace", &JitFunction::trace, "arguments"_a,
           nb::call_guard<nb::gil_scoped_release>());
  module.def(
      "types_key",
      [](const std::vector<DTensor> &tensors) {
        thread_local std::string text;
        text.clear();
        auto addBytes = [&](auto value) {
          text.append(reinterpret_cast<const char *>(&value), sizeof(value));
        };
        for (const DTensor &tensor : tensors) {
          addBytes(tensor.dtype());
          addBytes(tensor.rank());
          for (int64_t extent : tensor.shape())
            addBytes(extent);
          const dt::Layout &layout = tensor.layout();
          for (const std::string *word :
               {&layout.str(), &layout.mesh().str()}) {
            addBytes(word->size());
            text += *word;
          }
        }
        return nb::bytes(text.data(), text.size());
      },
      "tensors"_a, "Bytes that differ if a type, a shape or a layout does.");
  module.def(
      "is_recording", [] { return dt::Access::recorder() != nullptr; },
      "Whether this thread records a function.");
  module.def("gradient", &dt::gradient, "loss"_a, "by"_a,
             nb::call_guard<nb::gil_scoped_release>());
  module.def("cond", &dt::cond, "predicate"_a, "on_true"_a, "on_false"_a,
             "arguments"_a, nb::call_guard<nb::gil_scoped_release>());
  module.def("while_loop", &dt::while_loop, "predicate"_a, "body"_a,
             "initial"_a, nb::call_guard<nb::gil_scoped_release>());
  module.def("fori_loop", &dt::fori_loop, "lower"_a, "upper"_a, "body"_a,
             "initial"_a, nb::call_guard<nb::gil_scoped_release>());
  module.def("scan", &dt::scan, "body"_a, "initial"_a, "xs"_a,
             nb::call_guard<nb::gil_scoped_release>());
}
