//===- Plan.cpp - Plans of layouts in Python ------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Plan.h"

#include "Array.h"

using dt::Plan;
using dt::Style;

void dtensor::python::bindPlan(nb::module_ &module) {
  nb::class_<Style>(module, "Style",
                    "How a parameter is divided, whatever its rank is.")
      .def_static("column_wise", &Style::column_wise, "dim"_a,
                  "The last axis is sharded: a matrix (in x out) by the "
                  "features that it makes, and its bias.")
      .def_static("row_wise", &Style::row_wise, "dim"_a,
                  "The axis before the last is sharded; what has fewer axes is "
                  "replicated.")
      .def_static("sequence", &Style::sequence, "dim"_a, "axis"_a = 1,
                  "An axis of a sequence is sharded.")
      .def_static("replicated", &Style::replicated)
      .def_static("layout", &Style::layout, "layout"_a,
                  "Any layout, for parameters of its rank.")
      .def("get", &Style::get, "mesh"_a, "rank"_a,
           "The layout of a tensor of this rank.");
  nb::class_<Plan>(module, "Plan",
                   R"(Styles by patterns of names.

>>> plan = dt.Plan(dt.Mesh("x=2"))
>>> _ = plan.add("*.up.weight", dt.Style.column_wise("x"))
>>> _ = plan.add("*", dt.Style.replicated())
>>> plan.layouts({"0.up.weight": (16, 32), "norm": (16,)})["0.up.weight"]
Layout('unsharded,x', Mesh('x=2'))
)")
      .def(nb::init<const dt::Mesh &>(), "mesh"_a)
      .def("add", &Plan::add, "pattern"_a, "style"_a,
           nb::rv_policy::reference_internal,
           "Adds a pattern; the first one that matches a name counts.")
      .def("layouts", &Plan::layouts, "shapes"_a,
           "The layouts of parameters, by their names.")
      .def(
          "_distribute",
          [](const Plan &plan, const nb::dict &parameters) {
            std::map<std::string, dt::Tensor> tensors;
            for (auto [name, value] : parameters) {
              if (!nb::isinstance<nb::str>(name))
                throw nb::type_error(
                    "a plan: required names of parameters that are texts");
              tensors.emplace(nb::cast<std::string>(name), importArray(value));
            }
            nb::gil_scoped_release release;
            return plan.distribute(tensors);
          },
          "parameters"_a);
}
