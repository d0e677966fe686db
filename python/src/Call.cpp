//===- Call.cpp - Functions of the table in Python ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Call.h"

#include "Interrupts.h"

using dt::Argument;
using dt::DTensor;

/// An integer of Python. A bound of a slice may be larger than any extent.
static int64_t toInteger(nb::handle object, std::string_view function,
                         bool isBound = false) {
  nb::object number = nb::steal(PyNumber_Index(object.ptr()));
  if (!number.is_valid())
    throw nb::python_error();
  int overflow = 0;
  int64_t value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow == 0)
    return value;
  if (isBound)
    return overflow > 0 ? INT64_MAX : -INT64_MAX;
  throw dt::Error(std::string(function) +
                  ": required an integer of 64 bits, found " +
                  nb::cast<std::string>(nb::repr(number)));
}

/// An argument of a function of the table. `where` is its name in messages.
static Argument toArgument(nb::handle object, std::string_view function) {
  PyObject *it = object.ptr();
  // Tensors and numbers are by far the most frequent.
  DTensor *tensor;
  if (nb::try_cast(object, tensor, false) && tensor)
    return *tensor;
  if (it == Py_None)
    return {};
  if (PyBool_Check(it))
    return it == Py_True;
  if (PyLong_Check(it))
    return toInteger(object, function);
  if (PyFloat_Check(it))
    return PyFloat_AsDouble(it);
  if (PyUnicode_Check(it))
    return nb::cast<std::string>(object);
  if (PyTuple_Check(it) || PyList_Check(it)) {
    Argument::List list;
    for (nb::handle element : object)
      list.push_back(toArgument(element, function));
    return list;
  }
  if (PyComplex_Check(it))
    return nb::cast<std::complex<double>>(object);
  if (it == Py_Ellipsis)
    return dt::Ellipsis{};
  if (nb::isinstance<nb::slice>(object)) {
    auto get = [&](const char *name) -> std::optional<int64_t> {
      nb::object bound = object.attr(name);
      if (bound.is_none())
        return std::nullopt;
      return toInteger(bound, function, /*isBound=*/true);
    };
    return dt::Slice{get("start"), get("stop"), get("step")};
  }
  if (nb::isinstance<dt::DType>(object))
    return nb::cast<dt::DType>(object);
  if (nb::isinstance<dt::Variable>(object))
    return nb::cast<const dt::Variable &>(object);
  // A number of NumPy, or of another library.
  if (PyIndex_Check(it)) {
    nb::object number = nb::steal(PyNumber_Index(it));
    if (number.is_valid())
      return toInteger(number, function);
    // An array of NumPy has the method, and is none.
    PyErr_Clear();
  }
  throw nb::type_error(
      (std::string(function) +
       ": required a DTensor, a number, a text, a type or a list of these, "
       "found " +
       nb::cast<std::string>(nb::str(object.type())) +
       "; call distribute_tensor() for an array of another library")
          .c_str());
}

static nb::list call(std::string_view name, nb::handle positional,
                     nb::handle keywords, const dt::CallOptions &options) {
  dt::Arguments arguments;
  for (nb::handle argument : positional)
    arguments.push_back(toArgument(argument, name));
  dt::Keywords named;
  for (auto [key, argument] : nb::borrow<nb::dict>(keywords))
    named.emplace_back(nb::cast<std::string>(key), toArgument(argument, name));
  std::vector<DTensor> results =
      dtensor::python::runInterruptibly(dt::Context::get(), [&] {
        return dt::call(name, arguments, named, options);
      });
  nb::list list;
  for (DTensor &result : results)
    list.append(nb::cast(std::move(result)));
  return list;
}

/// What a function of types returns, in Python.
static nb::object fromArgument(const Argument &argument) {
  return std::visit(
      [](const auto &value) -> nb::object {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, Argument::List>) {
          nb::list list;
          for (const Argument &element : value)
            list.append(fromArgument(element));
          return list;
        } else if constexpr (std::is_same_v<T, bool> ||
                             std::is_same_v<T, int64_t> ||
                             std::is_same_v<T, double> ||
                             std::is_same_v<T, dt::DType>) {
          return nb::cast(value);
        } else {
          return nb::none();
        }
      },
      argument.get());
}

void dtensor::python::bindCall(nb::module_ &module) {
  module.def(
      "call",
      [](std::string_view name, nb::handle positional, nb::dict keywords,
         std::optional<dt::Layout> layout) {
        return call(name, positional, keywords, {std::move(layout)});
      },
      "name"_a, "positional"_a = nb::tuple(), "keywords"_a = nb::dict(),
      "layout"_a = nb::none(),
      R"(Calls a function of the table, and returns a list of its results.

>>> x = dt.ones((2, 3), dt.Layout("x,unsharded", dt.Mesh("x=2")))
>>> from dtensor import _core
>>> _core.call("sum", [x], {"axis": 1})[0].full_tensor().numpy()
array([3., 3.], dtype=float32)

Tensors, numbers, texts, types, slices, Ellipsis, None and lists of these are
arguments. layout is that of all results; without it, layouts are propagated.)");
  module.def(
      "evaluate",
      [](std::string_view name, nb::handle positional) {
        dt::Arguments arguments;
        for (nb::handle argument : positional)
          arguments.push_back(toArgument(argument, name));
        return fromArgument(dt::evaluate(name, arguments));
      },
      "name"_a, "positional"_a,
      "Calls a function of the table whose result is no tensor.");
  module.def("summary_of", &dt::summary_of, "name"_a,
             "One sentence about a function of the table.");
  module.def("signature_of", &dt::signature_of, "name"_a,
             "The signature of a function of the table.");
  module.def("function_names", &dt::function_names,
             "The names of all functions of the table.");
}
