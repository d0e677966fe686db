//===- Variable.cpp - Variables in Python ---------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Variable.h"

#include "Bindings.h"

#include <cstring>

using dt::DTensor;
using dt::Variable;

/// A tensor in memory of its own. A program may update a variable in its
/// memory, which must then not be that of an array of another library.
static DTensor copy(const DTensor &tensor) {
  std::vector<dt::Tensor> components;
  for (const dt::Tensor &component : dt::unpack(tensor)) {
    dt::Tensor own = dt::Tensor::empty(component.shape(), component.dtype());
    std::memcpy(own.mutable_data(), component.data(), component.num_bytes());
    components.push_back(own);
  }
  dt::Shape shape = tensor.shape();
  return dt::from_local(components, tensor.layout(), false, &shape);
}

void dtensor::python::bindVariable(nb::module_ &module) {
  nb::class_<Variable>(module, "Variable", nb::dynamic_attr(),
                       R"(A mutable tensor with a fixed shape, type and layout.

>>> v = dt.Variable(dt.zeros((2, 3), dt.Layout("x,unsharded", dt.Mesh("x=2"))))
>>> v.assign(dt.call("add", v.value, 1))
>>> v.value.full_tensor().numpy()
array([[1., 1., 1.],
       [1., 1., 1.]], dtype=float32)
)")
      .def(
          "__init__",
          [](Variable *variable, const DTensor &initial, std::string name) {
            new (variable) Variable(copy(initial), std::move(name));
          },
          "initial"_a, "name"_a = "", "A variable with a copy of this value.")
      .def_prop_ro("name", &Variable::name)
      .def_prop_ro(
          "shape",
          [](const Variable &variable) { return toTuple(variable.shape()); })
      .def_prop_ro("dtype", &Variable::dtype)
      .def_prop_ro("layout",
                   [](const Variable &variable) -> dt::Layout {
                     return variable.layout();
                   })
      .def_prop_ro("value", &Variable::value, "The present value.")
      .def("assign", &Variable::assign, "value"_a,
           "Gives it another value. Errors: one of another shape, type or "
           "layout.")
      .def("__repr__", [](const Variable &variable) {
        std::string name =
            variable.name().empty() ? "" : "'" + variable.name() + "', ";
        nb::str shape = nb::repr(toTuple(variable.shape()));
        return "Variable(" + name + "shape=" + shape.c_str() +
               ", dtype=" + std::string(dt::to_string(variable.dtype())) +
               ", layout='" + variable.layout().str() + "')";
      });
}
