//===- Bindings.h - The parts of the extension module -----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_PYTHON_BINDINGS_H
#define DTENSOR_PYTHON_BINDINGS_H

#include "dt/DTensor.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/complex.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/set.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace dtensor::python {

// Each of these adds the classes and functions of one file to the module.
void bindArray(nb::module_ &module);
void bindCall(nb::module_ &module);
void bindCheckpoint(nb::module_ &module);
void bindCollectiveCounter(nb::module_ &module);
void bindCompiler(nb::module_ &module);
void bindContext(nb::module_ &module);
void bindCustomOp(nb::module_ &module);
void bindDType(nb::module_ &module);
void bindDTensor(nb::module_ &module);
void bindError(nb::module_ &module);
void bindExecutable(nb::module_ &module);
void bindFactories(nb::module_ &module);
void bindInterrupts(nb::module_ &module);
void bindJit(nb::module_ &module);
void bindLayout(nb::module_ &module);
void bindLayoutScope(nb::module_ &module);
void bindLocalMap(nb::module_ &module);
void bindLog(nb::module_ &module);
void bindMesh(nb::module_ &module);
void bindPlan(nb::module_ &module);
void bindProfile(nb::module_ &module);
void bindProcesses(nb::module_ &module);
void bindVariable(nb::module_ &module);

/// A tuple of Python of some numbers.
inline nb::tuple toTuple(const dt::Shape &numbers) {
  nb::list list;
  for (int64_t number : numbers)
    list.append(number);
  return nb::tuple(list);
}

/// A list of Python of some objects.
template <typename Range> nb::list toList(Range &&range) {
  nb::list list;
  for (auto &&element : range)
    list.append(nb::cast(std::move(element)));
  return list;
}

} // namespace dtensor::python

#endif // DTENSOR_PYTHON_BINDINGS_H
