//===- Error.cpp - Errors as exceptions of Python -------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Error.h"

#include "Bindings.h"

void dtensor::python::bindError(nb::module_ &module) {
  // Most errors are about arguments.
  static nb::handle error =
      nb::exception<dt::Error>(module, "Error", PyExc_ValueError);
  nb::exception<dt::ProgramError>(module, "ProgramError", error);
  // A value within a container, which the signature does not check.
  nb::register_exception_translator([](const std::exception_ptr &thrown,
                                       void *) {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::bad_cast &) {
      PyErr_SetString(PyExc_TypeError,
                      "required another type of a value in a list or a dict");
    }
  });
}
