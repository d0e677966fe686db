//===- DType.cpp - The types of elements in Python ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/DType.h"

#include "Bindings.h"

using dt::DType;

/// The type of elements that a user names: one of ours, a text, or an object
/// that NumPy takes for a type.
static DType parseDType(nb::handle object) {
  DType dtype;
  if (nb::try_cast(object, dtype))
    return dtype;
  if (nb::isinstance<nb::str>(object))
    return dt::parse_dtype(nb::cast<std::string>(object));
  nb::object name =
      nb::module_::import_("numpy").attr("dtype")(object).attr("name");
  return dt::parse_dtype(nb::cast<std::string>(name));
}

void dtensor::python::bindDType(nb::module_ &module) {
  nb::enum_<DType> type(module, "DType", "The type of a tensor's elements.");
  for (auto dtype = DType::boolean; dtype <= DType::float8_e8m0fnu;
       dtype = static_cast<DType>(static_cast<int>(dtype) + 1)) {
    // `bool` is a word of Python.
    std::string name(dt::to_string(dtype));
    type.value(dtype == DType::boolean ? "bool_" : name.c_str(), dtype);
  }
  type.def_prop_ro(
          "itemsize", [](DType dtype) { return dt::item_size(dtype); },
          "The bytes of an element.")
      .def_prop_ro(
          "dtype",
          [](DType dtype) {
            // NumPy takes objects with this attribute for types.
            nb::object numpy = nb::module_::import_("numpy");
            std::string name(dt::to_string(dtype));
            if (dtype == DType::bfloat16 || dtype > DType::complex128)
              return numpy.attr("dtype")(
                  nb::module_::import_("ml_dtypes").attr(name.c_str()));
            return numpy.attr("dtype")(name);
          },
          "The same type of NumPy, or of ml_dtypes.")
      .def("__str__",
           [](DType dtype) { return std::string(dt::to_string(dtype)); })
      .def("__repr__", [](DType dtype) {
        return "dtensor." + std::string(dt::to_string(dtype));
      });
  module.def("parse_dtype", parseDType, "dtype"_a,
             "The DType of a name, of a type of NumPy or of Python.");
}
