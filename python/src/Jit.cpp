//===- Jit.cpp - Recorded functions in Python -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Jit.h"

#include "Donations.h"
#include "Interrupts.h"
#include "dt/Access.h"

#include <nanobind/stl/variant.h>

using dt::DTensor;
using dt::JitFunction;
using dt::Tensors;

namespace {
/// A function of Python that the recorder calls. The recorder may give a
/// recording up, in order to begin it again, by an exception of its own, which
/// passes through frames of Python as an exception of Python.
class Callback {
public:
  explicit Callback(dt::Function function) : function(std::move(function)) {}

  Tensors operator()(const Tensors &arguments) const {
    try {
      return function(arguments);
    } catch (nb::python_error &error) {
      nb::gil_scoped_acquire acquire;
      if (!error.matches(givenUp))
        throw;
    }
    std::rethrow_exception(std::exchange(passing, nullptr));
  }

  static void bind(nb::module_ &module) {
    // No handler of a user catches it.
    givenUp = nb::handle(PyErr_NewException("dtensor._core.RecordingGivenUp",
                                            PyExc_BaseException, nullptr));
    module.attr("RecordingGivenUp") = givenUp;
    nb::register_exception_translator(
        [](const std::exception_ptr &thrown, void *) {
          try {
            std::rethrow_exception(thrown);
          } catch (const std::exception &) {
            throw;
          } catch (...) {
            passing = thrown;
            PyErr_SetNone(givenUp.ptr());
          }
        });
  }

private:
  static inline nb::handle givenUp;
  static inline thread_local std::exception_ptr passing;
  dt::Function function;
};
} // namespace

void dtensor::python::bindJit(nb::module_ &module) {
  Callback::bind(module);
  nb::class_<dt::Trace>(module, "Trace")
      .def_ro("text", &dt::Trace::text)
      .def_ro("captures", &dt::Trace::captures);
  nb::class_<JitFunction>(module, "JitFunction")
      .def(
          "__init__",
          [](JitFunction *jit, dt::Function function, std::string name,
             dt::CompileOptions options) {
            new (jit) JitFunction(Callback(std::move(function)),
                                  std::move(name), std::move(options));
          },
          "function"_a, "name"_a, "options"_a)
      .def("__call__",
           [](const JitFunction &function, const Tensors &arguments) {
             return runInterruptibly(dt::Context::get(),
                                     [&] { return function(arguments); });
           })
      .def(
          "call_donating",
          [](const JitFunction &function, const nb::list &arguments,
             const std::vector<int64_t> &donated, std::string_view name) {
            return callDonating(arguments, donated, name, [&](Tensors &given) {
              return runInterruptibly(dt::Context::get(), [&] {
                return function(std::move(given));
              });
            });
          },
          "arguments"_a, "donated"_a, "name"_a,
          "Calls it, and makes arguments at some positions unusable.")
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
  module.def(
      "cond",
      [](const DTensor &predicate, dt::Function onTrue, dt::Function onFalse,
         const Tensors &arguments) {
        return dt::cond(predicate, Callback(std::move(onTrue)),
                        Callback(std::move(onFalse)), arguments);
      },
      "predicate"_a, "on_true"_a, "on_false"_a, "arguments"_a,
      nb::call_guard<nb::gil_scoped_release>());
  module.def(
      "while_loop",
      [](dt::Function predicate, dt::Function body, const Tensors &initial) {
        return dt::while_loop(Callback(std::move(predicate)),
                              Callback(std::move(body)), initial);
      },
      "predicate"_a, "body"_a, "initial"_a,
      nb::call_guard<nb::gil_scoped_release>());
  module.def(
      "fori_loop",
      [](int64_t lower, int64_t upper, dt::Function body,
         const Tensors &initial) {
        return dt::fori_loop(lower, upper, Callback(std::move(body)), initial);
      },
      "lower"_a, "upper"_a, "body"_a, "initial"_a,
      nb::call_guard<nb::gil_scoped_release>());
  module.def(
      "scan",
      [](dt::Function body, const Tensors &initial, const Tensors &xs) {
        return dt::scan(Callback(std::move(body)), initial, xs);
      },
      "body"_a, "initial"_a, "xs"_a, nb::call_guard<nb::gil_scoped_release>());
}
