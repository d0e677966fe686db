//===- DTensor.cpp - Distributed tensors in Python ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/DTensor.h"

#include "Array.h"
#include "dt/Access.h"

using dt::DTensor;
using dt::Tensor;

/// Components that a user gives, one per device.
static std::vector<Tensor> importAll(const nb::sequence &arrays) {
  std::vector<Tensor> components;
  for (nb::handle array : arrays)
    components.push_back(dtensor::python::importArray(array));
  return components;
}

static int64_t getSize(const DTensor &tensor) {
  int64_t size = 1;
  for (int64_t extent : tensor.shape())
    size *= extent;
  return size;
}

void dtensor::python::bindDTensor(nb::module_ &module) {
  nb::class_<DTensor>(module, "DTensor", nb::dynamic_attr(),
                      nb::is_weak_referenceable(),
                      R"(A tensor that the devices of a mesh hold together.

It has a global shape, an element type and a layout, and never changes.

>>> mesh = dt.Mesh("x=2")
>>> a = dt.distribute_tensor([[1., 2.], [3., 4.]], mesh, "x,unsharded")
>>> a.shape, a.dtype, str(a.layout), a.placements
((2, 2), dtensor.float32, 'x,unsharded', [Shard(0)])
>>> a.to_local(1)
array([[3., 4.]], dtype=float32)
)")
      .def_prop_ro(
          "shape",
          [](const DTensor &tensor) { return toTuple(tensor.shape()); },
          nb::for_getter(nb::sig("def shape(self) -> tuple[int, ...]")),
          "The global shape.")
      .def_prop_ro("ndim", &DTensor::rank)
      .def_prop_ro("size", getSize, "The number of elements.")
      .def_prop_ro("dtype", &DTensor::dtype)
      // Copies: a reference would keep the elements, and the object may become
      // another tensor.
      .def_prop_ro(
          "layout",
          [](const DTensor &tensor) -> dt::Layout { return tensor.layout(); })
      .def_prop_ro(
          "mesh",
          [](const DTensor &tensor) -> dt::Mesh { return tensor.mesh(); })
      .def_prop_ro(
          "placements",
          [](const DTensor &tensor) { return tensor.layout().placements(); },
          "One placement per mesh dimension, in PyTorch's terms.")
      .def_prop_ro(
          "is_recorded",
          [](const DTensor &tensor) {
            return dt::Access::recorded(tensor) != nullptr;
          },
          "Whether a function is being recorded that computes it; it has no "
          "elements then.")
      .def_prop_ro("is_deleted", &dt::Access::is_lost,
                   "Whether the elements are gone, because a call has taken "
                   "the tensor that donates it.")
      .def(
          "to_local",
          [](const DTensor &tensor, std::optional<int64_t> device) {
            return toNumPy(tensor.to_local(
                device ? *device : tensor.mesh().local_devices().front()));
          },
          "device"_a = nb::none(),
          nb::sig("def to_local(self, device: int | None = None) -> "
                  "numpy.ndarray"),
          "The component of a device of this process, by default of its first "
          "one, as a read-only array of NumPy without a copy.")
      .def(
          "numpy",
          [](const DTensor &tensor) { return toNumPy(tensor.numpy()); },
          nb::sig("def numpy(self) -> numpy.ndarray"),
          "The elements as a read-only array of NumPy, without a copy. Errors: "
          "a sharded or partial tensor, for which full_tensor() is the "
          "function to call.")
      .def(
          "_gather",
          [](const DTensor &tensor) {
            // Meanwhile another thread may make the object another tensor.
            Tensor whole = [it = tensor] {
              nb::gil_scoped_release release;
              return it.full_tensor();
            }();
            return toNumPy(whole);
          },
          "The whole tensor as an array of NumPy.")
      .def(
          "_redistribute",
          [](const DTensor &tensor, const dt::Layout &layout) {
            DTensor it = tensor;
            nb::gil_scoped_release release;
            return it.redistribute(layout);
          },
          "layout"_a)
      .def(
          "_alias", [](const DTensor &tensor) { return tensor; },
          "Another object for the same tensor.")
      .def(
          "_assign",
          [](DTensor &tensor, const DTensor &other) { tensor = other; },
          "other"_a, "Makes the object stand for another tensor.")
      .def("_text", &DTensor::str);

  module.def(
      "pack",
      [](const nb::sequence &components, const dt::Layout &layout, bool check) {
        std::vector<Tensor> tensors = importAll(components);
        nb::gil_scoped_release release;
        return dt::pack(tensors, layout, check);
      },
      "components"_a, "layout"_a, "check"_a = false,
      "A DTensor of components, one per device of this process. check: whether "
      "replicas are "
      "compared.");
  module.def(
      "unpack",
      [](const DTensor &tensor) {
        nb::list components;
        for (const Tensor &component : dt::unpack(tensor))
          components.append(toNumPy(component));
        return components;
      },
      "tensor"_a, nb::sig("def unpack(tensor: DTensor) -> list[numpy.ndarray]"),
      "The components of a DTensor that this process has, by device.");
  module.def(
      "from_local",
      [](const nb::sequence &components, const dt::Layout &layout,
         bool runCheck, const std::optional<dt::Shape> &shape) {
        std::vector<Tensor> tensors = importAll(components);
        nb::gil_scoped_release release;
        return dt::from_local(tensors, layout, runCheck,
                              shape ? &*shape : nullptr);
      },
      "components"_a, "layout"_a, "run_check"_a = false,
      "shape"_a = nb::none());
}
