//===- LayoutScope.cpp - Default layouts in Python ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/LayoutScope.h"

#include "Bindings.h"

using dt::LayoutScope;

namespace {
/// What `with` enters, any number of times.
class Scope {
public:
  explicit Scope(dt::Layout layout) : layout(std::move(layout)) {}
  explicit Scope(dt::Mesh mesh) : mesh(std::move(mesh)) {}

  void enter() {
    scopes.push_back(layout ? std::make_shared<LayoutScope>(*layout)
                            : std::make_shared<LayoutScope>(*mesh));
  }
  void exit() {
    if (scopes.empty())
      throw dt::Error(
          "LayoutScope: required a block that has begun, found none");
    scopes.pop_back();
  }

private:
  std::optional<dt::Layout> layout;
  std::optional<dt::Mesh> mesh;
  std::vector<std::shared_ptr<LayoutScope>> scopes;
};
} // namespace

void dtensor::python::bindLayoutScope(nb::module_ &module) {
  nb::class_<Scope>(module, "LayoutScope",
                    "Gives a layout to tensors that are made without one.")
      .def(nb::init<dt::Layout>(), "layout"_a)
      .def(nb::init<dt::Mesh>(), "mesh"_a)
      .def(
          "__enter__",
          [](nb::object self) {
            nb::cast<Scope &>(self).enter();
            return self;
          },
          nb::sig("def __enter__(self) -> LayoutScope"))
      .def("__exit__", [](Scope &scope, const nb::args &) { scope.exit(); });
  module.def("default_layout", &LayoutScope::get, "rank"_a,
             "The layout that a tensor of this rank gets in the present scope. "
             "Errors: no scope, a layout of another rank.");
  module.def("has_default_layout", &LayoutScope::exists);
  module.def("default_mesh", &LayoutScope::mesh,
             "The mesh of the present scope, or None.");
}
