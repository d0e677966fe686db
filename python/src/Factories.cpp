//===- Factories.cpp - Tensors that a formula gives, in Python ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Factories.h"

#include "Array.h"
#include "dt/LayoutScope.h"

using dt::DTensor;
using dt::DType;
using dt::Layout;
using dt::Shape;

static Layout getLayout(const std::optional<Layout> &layout, int64_t rank) {
  return layout ? *layout : dt::LayoutScope::get(rank);
}

void dtensor::python::bindFactories(nb::module_ &module) {
  nb::module_ factories = module.def_submodule("factories");
  factories.def(
      "empty",
      [](const Shape &shape, const std::optional<Layout> &layout, DType dtype) {
        return dt::empty(shape, getLayout(layout, shape.size()), dtype);
      },
      "shape"_a, "layout"_a, "dtype"_a);
  factories.def(
      "full",
      [](const Shape &shape, nb::handle value,
         const std::optional<Layout> &layout) {
        return dt::full(shape, importArray(value),
                        getLayout(layout, shape.size()));
      },
      "shape"_a, "value"_a, "layout"_a);
  factories.def(
      "arange",
      [](int64_t stop, const std::optional<Layout> &layout, DType dtype) {
        return dt::arange(stop, getLayout(layout, 1), dtype);
      },
      "stop"_a, "layout"_a, "dtype"_a);
  factories.def(
      "eye",
      [](int64_t rows, int64_t columns, const std::optional<Layout> &layout,
         DType dtype) {
        return dt::eye(rows, columns, getLayout(layout, 2), dtype);
      },
      "rows"_a, "columns"_a, "layout"_a, "dtype"_a);
  factories.def(
      "rand",
      [](const Shape &shape, uint64_t seed, const std::optional<Layout> &layout,
         DType dtype) {
        return dt::rand(shape, seed, getLayout(layout, shape.size()), dtype);
      },
      "shape"_a, "seed"_a, "layout"_a, "dtype"_a,
      nb::call_guard<nb::gil_scoped_release>());
  factories.def(
      "randn",
      [](const Shape &shape, uint64_t seed, const std::optional<Layout> &layout,
         DType dtype) {
        return dt::randn(shape, seed, getLayout(layout, shape.size()), dtype);
      },
      "shape"_a, "seed"_a, "layout"_a, "dtype"_a,
      nb::call_guard<nb::gil_scoped_release>());
}
