//===- Mesh.cpp - Meshes in Python ----------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Mesh.h"

#include "Bindings.h"

using dt::Mesh;

/// A dimension by its name and its size. Errors: no text, no integer.
static Mesh::Dimension toDimension(nb::handle name, nb::handle size) {
  if (!PyUnicode_Check(name.ptr())) {
    PyErr_Format(PyExc_TypeError,
                 "Mesh: required a text as the name of a dimension, found %R",
                 name.ptr());
    throw nb::python_error();
  }
  bool isInteger = PyIndex_Check(size.ptr()) && !PyBool_Check(size.ptr());
  if (!isInteger) {
    PyErr_Format(PyExc_TypeError,
                 "Mesh: required an integer as the size of '%U', found %R",
                 name.ptr(), size.ptr());
    throw nb::python_error();
  }
  Py_ssize_t number = PyNumber_AsSsize_t(size.ptr(), PyExc_OverflowError);
  if (number == -1 && PyErr_Occurred())
    throw nb::python_error();
  return {nb::cast<std::string>(name), number};
}

/// Dimensions of pairs, each a tuple or a list. Errors: others.
static std::vector<Mesh::Dimension> toDimensions(const nb::sequence &pairs) {
  std::vector<Mesh::Dimension> dimensions;
  for (nb::handle pair : pairs) {
    bool isPair =
        (nb::isinstance<nb::tuple>(pair) || nb::isinstance<nb::list>(pair)) &&
        nb::len(pair) == 2;
    if (!isPair) {
      PyErr_Format(PyExc_TypeError,
                   "Mesh: required pairs of a name and a size, found %R",
                   pair.ptr());
      throw nb::python_error();
    }
    dimensions.push_back(toDimension(pair[0], pair[1]));
  }
  return dimensions;
}

/// Joins the processes of a communicator of mpi4py, if one is given.
static void join(const nb::object &communicator) {
  if (!communicator.is_none())
    nb::module_::import_("dtensor").attr("join_processes")(communicator);
}

void dtensor::python::bindMesh(nb::module_ &module) {
  nb::class_<Mesh>(module, "Mesh",
                   R"(A named grid of devices, in row-major order.

>>> mesh = dt.Mesh("x=2,y=4")
>>> mesh.size, mesh.dim_size("y"), mesh.coordinates(5)
(8, 4, (1, 1))
>>> mesh == dt.Mesh({"x": 2, "y": 4})
True
)")
      .def(nb::init<>(), "One device, without dimensions.")
      .def(
          "__init__",
          [](Mesh *mesh, std::string_view text, const nb::object &comm,
             std::string_view processOrder) {
            join(comm);
            nb::gil_scoped_release release;
            new (mesh) Mesh(Mesh::from_string(text, processOrder));
          },
          "text"_a, "comm"_a = nb::none(), "process_order"_a = "",
          "Reads 'x=2,y=4', or TensorFlow's form '|x=2,y=4|...'. comm: a "
          "communicator of mpi4py, as join_processes takes it. process_order: "
          "the names of all dimensions, such as 'y,x'; devices are put in the "
          "row-major order of these, and each process gets a block of them. "
          "The first of equal meshes decides.")
      .def(
          "__init__",
          [](Mesh *mesh, const nb::dict &sizes, const nb::object &comm,
             std::string_view processOrder) {
            join(comm);
            std::vector<Mesh::Dimension> dimensions;
            for (auto [name, size] : sizes)
              dimensions.push_back(toDimension(name, size));
            nb::gil_scoped_release release;
            new (mesh) Mesh(std::move(dimensions), processOrder);
          },
          "sizes"_a, "comm"_a = nb::none(), "process_order"_a = "",
          nb::sig("def __init__(self, sizes: dict[str, int], comm: object | "
                  "None = None, process_order: str = '') -> None"))
      .def(
          "__init__",
          [](Mesh *mesh, const nb::sequence &pairs, const nb::object &comm,
             std::string_view processOrder) {
            join(comm);
            std::vector<Mesh::Dimension> dimensions = toDimensions(pairs);
            nb::gil_scoped_release release;
            new (mesh) Mesh(std::move(dimensions), processOrder);
          },
          "dimensions"_a, "comm"_a = nb::none(), "process_order"_a = "",
          nb::sig("def __init__(self, dimensions: "
                  "collections.abc.Sequence[tuple[str, int]], comm: object | "
                  "None = None, process_order: str = '') -> None"))
      .def_static("from_string", &Mesh::from_string, "text"_a,
                  "process_order"_a = "",
                  nb::call_guard<nb::gil_scoped_release>())
      .def("to_string", &Mesh::to_string, "TensorFlow's form.")
      .def_prop_ro(
          "dims",
          [](const Mesh &mesh) {
            nb::dict sizes;
            for (const Mesh::Dimension &dimension : mesh.dimensions())
              sizes[nb::cast(dimension.name)] = dimension.size;
            return sizes;
          },
          "The sizes of the dimensions by name.")
      .def_prop_ro(
          "dim_names",
          [](const Mesh &mesh) {
            nb::list names;
            for (const Mesh::Dimension &dimension : mesh.dimensions())
              names.append(dimension.name);
            return nb::tuple(names);
          },
          "The names of the dimensions.")
      .def_prop_ro(
          "shape",
          [](const Mesh &mesh) {
            nb::list sizes;
            for (const Mesh::Dimension &dimension : mesh.dimensions())
              sizes.append(dimension.size);
            return nb::tuple(sizes);
          },
          "The sizes of the dimensions.")
      .def_prop_ro(
          "ndim", [](const Mesh &mesh) { return mesh.dimensions().size(); },
          "The number of dimensions.")
      .def_prop_ro("size", &Mesh::size, "The number of devices.")
      .def_prop_ro(
          "local_devices",
          [](const Mesh &mesh) { return toTuple(mesh.local_devices()); },
          "The devices that this process runs: all, unless a launcher of MPI "
          "has started several processes.")
      .def_prop_ro("process_order", &Mesh::process_order,
                   "The order in which devices are dealt out to processes.")
      .def("dim_size", &Mesh::dim_size, "name"_a)
      .def(
          "coordinates",
          [](const Mesh &mesh, int64_t device) {
            return toTuple(mesh.coordinates(device));
          },
          "device"_a, "The coordinates of a device.")
      .def("device_name", &Mesh::device_name, "device"_a,
           "TensorFlow's name of a device.")
      .def("__str__", &Mesh::str)
      .def("__repr__",
           [](const Mesh &mesh) { return "Mesh('" + mesh.str() + "')"; })
      .def("__eq__",
           [](const Mesh &mesh, nb::handle other) {
             return nb::isinstance<Mesh>(other) &&
                    mesh == nb::cast<const Mesh &>(other);
           })
      .def("__hash__",
           [](const Mesh &mesh) { return nb::hash(nb::cast(mesh.str())); })
      .def("__reduce__", [](const Mesh &mesh) {
        // An order that nobody has asked for is not required elsewhere.
        std::string order = mesh.process_order(), own;
        for (const Mesh::Dimension &dimension : mesh.dimensions())
          own += (own.empty() ? "" : ",") + dimension.name;
        return nb::make_tuple(
            nb::type<Mesh>(),
            nb::make_tuple(mesh.str(), nb::none(), order == own ? "" : order));
      });
  // Wherever a mesh is required, a text such as "x=2,y=4" is one.
  nb::implicitly_convertible<nb::str, Mesh>();
}
