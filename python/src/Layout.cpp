//===- Layout.cpp - Layouts and placements in Python ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Layout.h"

#include "Bindings.h"

using dt::Layout;
using dt::Placement;

static std::string toText(const Placement &placement) {
  switch (placement.kind) {
  case Placement::Kind::replicate:
    return "Replicate()";
  case Placement::Kind::shard:
    return "Shard(" + std::to_string(placement.axis) + ")";
  case Placement::Kind::partial:
    return "Partial('" + placement.reduce_op + "')";
  }
  return {};
}

static void bindPlacement(nb::module_ &module) {
  nb::class_<Placement>(
      module, "Placement",
      "The effect of a layout along one mesh dimension, in PyTorch's terms.")
      .def(
          "is_shard",
          [](const Placement &it) { return it.kind == Placement::Kind::shard; })
      .def("is_replicate",
           [](const Placement &it) {
             return it.kind == Placement::Kind::replicate;
           })
      .def("is_partial",
           [](const Placement &it) {
             return it.kind == Placement::Kind::partial;
           })
      .def_prop_ro(
          "dim",
          [](const Placement &it) -> std::optional<int64_t> {
            if (it.kind != Placement::Kind::shard)
              return std::nullopt;
            return it.axis;
          },
          "The axis of a shard.")
      .def_prop_ro(
          "reduce_op",
          [](const Placement &it) -> std::optional<std::string> {
            if (it.kind != Placement::Kind::partial)
              return std::nullopt;
            return it.reduce_op;
          },
          "The kind of a partial value: sum, avg, product, max or min.")
      .def("__repr__", toText)
      .def("__eq__",
           [](const Placement &placement, nb::handle other) {
             return nb::isinstance<Placement>(other) &&
                    placement == nb::cast<const Placement &>(other);
           })
      .def("__hash__", [](const Placement &placement) {
        return nb::hash(nb::cast(toText(placement)));
      });
  module.def("Replicate", dt::Replicate,
             "All devices along the mesh dimension hold the same.");
  module.def("Shard", dt::Shard, "dim"_a,
             "The devices along the mesh dimension divide an axis.");
  module.def("Partial", dt::Partial, "reduce_op"_a = "sum",
             "The devices along the mesh dimension hold addends.");
}

void dtensor::python::bindLayout(nb::module_ &module) {
  bindPlacement(module);
  nb::class_<Layout>(module, "Layout",
                     R"(How the devices of a mesh divide a tensor.

>>> mesh = dt.Mesh("x=2,y=4")
>>> layout = dt.Layout("x,unsharded", mesh)
>>> layout.placements
[Shard(0), Replicate()]
>>> layout == dt.Layout([dt.Shard(0), dt.Replicate()], mesh, rank=2)
True
)")
      .def(
          "__init__",
          [](Layout *layout, std::string_view text, const dt::Mesh &mesh) {
            new (layout) Layout(Layout::from_string(text, mesh));
          },
          "text"_a, "mesh"_a, "Reads 'x,unsharded;partial(sum):y'.")
      .def(nb::init<const std::vector<std::string> &, const dt::Mesh &>(),
           "sharding_specs"_a, "mesh"_a,
           "One spec per axis: a mesh dimension, several as 'x+y', or "
           "'unsharded'.")
      .def(
          nb::init<const std::vector<Placement> &, const dt::Mesh &, int64_t>(),
          "placements"_a, "mesh"_a, "rank"_a,
          "One placement per mesh dimension, for a tensor of this rank.")
      .def_static("replicated", &Layout::replicated, "mesh"_a, "rank"_a)
      .def_static("batch_sharded", &Layout::batch_sharded, "mesh"_a,
                  "batch_dim"_a, "rank"_a, "axis"_a = 0)
      .def_static(
          "from_string",
          [](std::string_view text, std::optional<dt::Mesh> mesh) {
            return mesh ? Layout::from_string(text, *mesh)
                        : Layout::from_string(text);
          },
          "text"_a, "mesh"_a = nb::none(),
          "Reads 'x,unsharded' for a mesh; without a mesh, TensorFlow's form.")
      .def("to_string", &Layout::to_string, "TensorFlow's form.")
      .def_prop_ro(
          "mesh",
          [](const Layout &layout) -> dt::Mesh { return layout.mesh(); })
      .def_prop_ro("rank", &Layout::rank)
      .def_prop_ro("sharding_specs", &Layout::sharding_specs,
                   "One text per axis.")
      .def_prop_ro("placements", &Layout::placements,
                   "One placement per mesh dimension.")
      .def_prop_ro("is_fully_replicated", &Layout::is_fully_replicated,
                   "Whether every device holds the whole tensor.")
      .def_prop_ro("is_partial", &Layout::is_partial)
      .def(
          "local_shape",
          [](const Layout &layout, const dt::Shape &shape, int64_t device) {
            return toTuple(layout.local_shape(shape, device));
          },
          "shape"_a, "device"_a,
          "The extents of what a device holds of a tensor of this shape.")
      .def(
          "local_offset",
          [](const Layout &layout, const dt::Shape &shape, int64_t device) {
            return toTuple(layout.local_offset(shape, device));
          },
          "shape"_a, "device"_a)
      .def(
          "draw",
          [](const Layout &layout, const dt::Shape &shape) {
            return dt::draw(layout, shape);
          },
          "shape"_a, "A table of the devices that hold each part.")
      .def("__str__", &Layout::str)
      .def("__repr__",
           [](const Layout &layout) {
             return "Layout('" + layout.str() + "', Mesh('" +
                    layout.mesh().str() + "'))";
           })
      .def("__eq__",
           [](const Layout &layout, nb::handle other) {
             return nb::isinstance<Layout>(other) &&
                    layout == nb::cast<const Layout &>(other);
           })
      .def(
          "__hash__",
          [](const Layout &layout) { return nb::hash(nb::cast(layout.str())); })
      .def("__reduce__", [](const Layout &layout) {
        return nb::make_tuple(nb::type<Layout>(),
                              nb::make_tuple(layout.str(), layout.mesh()));
      });
}
