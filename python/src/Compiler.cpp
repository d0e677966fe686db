//===- Compiler.cpp - The compiler in Python ------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Compiler.h"

#include "Bindings.h"

using dt::CompileOptions;

void dtensor::python::bindCompiler(nb::module_ &module) {
  nb::enum_<dt::Kernels>(module, "Kernels")
      .value("automatic", dt::Kernels::automatic)
      .value("generated", dt::Kernels::generated);
  nb::enum_<dt::Stage>(module, "Stage",
                       "The steps after which a program can be looked at.")
      .value("import_", dt::Stage::import)
      .value("propagate", dt::Stage::propagate)
      .value("relayout", dt::Stage::relayout)
      .value("expand", dt::Stage::expand)
      .value("optimize", dt::Stage::optimize)
      .value("bufferize", dt::Stage::bufferize)
      .value("llvm", dt::Stage::llvm);
  nb::class_<CompileOptions>(module, "CompileOptions",
                             "The options of dtensor-run.")
      .def(nb::init<>())
      .def_rw("entry", &CompileOptions::entry)
      .def_rw("mesh", &CompileOptions::mesh, nb::arg().none())
      .def_rw("argument_layouts", &CompileOptions::argument_layouts)
      .def_rw("result_layouts", &CompileOptions::result_layouts)
      .def_rw("donated_arguments", &CompileOptions::donated_arguments)
      .def_rw("layouts", &CompileOptions::layouts)
      .def_rw("kernels", &CompileOptions::kernels)
      .def_rw("fast_math", &CompileOptions::fast_math)
      .def_rw("processor", &CompileOptions::processor)
      .def_rw("machine", &CompileOptions::machine)
      .def_rw("strict", &CompileOptions::strict)
      .def_rw("gather_where_less", &CompileOptions::gather_where_less)
      .def_rw("replicate_unknown", &CompileOptions::replicate_unknown)
      .def_rw("replication_limit", &CompileOptions::replication_limit,
              nb::arg().none())
      .def_rw("events", &CompileOptions::events)
      .def_rw("file_name", &CompileOptions::file_name)
      .def_rw("warn", &CompileOptions::warn, nb::arg().none())
      .def_rw("cache_folder", &CompileOptions::cache_folder, nb::arg().none());
  // A source may be bytecode.
  module.def(
      "compile",
      [](nb::bytes source, const CompileOptions &options) {
        std::string_view text(source.c_str(), source.size());
        nb::gil_scoped_release release;
        return dt::compile(text, options);
      },
      "source"_a, "options"_a);
  module.def(
      "save",
      [](nb::bytes source, const std::string &path,
         const CompileOptions &options) {
        std::string_view text(source.c_str(), source.size());
        nb::gil_scoped_release release;
        dt::save(text, path, options);
      },
      "source"_a, "path"_a, "options"_a);
  module.def("load", dt::load, "path"_a,
             nb::call_guard<nb::gil_scoped_release>());
  module.def(
      "lower",
      [](nb::bytes source, dt::Stage stage, const CompileOptions &options) {
        std::string_view text(source.c_str(), source.size());
        nb::gil_scoped_release release;
        return dt::lower(text, stage, options);
      },
      "source"_a, "stage"_a, "options"_a);
  module.def(
      "explain",
      [](nb::bytes source, const std::string &name,
         const CompileOptions &options) {
        std::string_view text(source.c_str(), source.size());
        nb::gil_scoped_release release;
        return dt::explain(text, name, options);
      },
      "source"_a, "name"_a, "options"_a);
  module.def(
      "compile_counts",
      [] {
        dt::CompileCounts counts = dt::compile_counts();
        nb::dict result;
        result["compiled"] = counts.compiled;
        result["found_in_memory"] = counts.found_in_memory;
        result["found_in_folder"] = counts.found_in_folder;
        return result;
      },
      "How often programs were compiled, and how often one was found instead.");
}
