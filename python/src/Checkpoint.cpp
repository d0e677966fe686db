//===- Checkpoint.cpp - Tensors on disk, in Python ------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Checkpoint.h"

#include "Array.h"

using dt::Checkpointer;
using dt::CheckpointReader;
using dt::SaveOptions;
using dtensor::python::toNumPy;
using dtensor::python::toTuple;

using Tensors = std::map<std::string, dt::DTensor>;
using Metadata = std::map<std::string, std::string>;

static SaveOptions makeOptions(bool whole, int64_t fileBytes,
                               Metadata metadata) {
  SaveOptions options;
  options.whole = whole;
  options.file_bytes = fileBytes;
  options.metadata = std::move(metadata);
  return options;
}

static void bindReader(nb::module_ &module) {
  nb::class_<CheckpointReader>(
      module, "CheckpointReader",
      R"(A checkpoint on disk. Opening it reads the index only.

It is one of `dt.save`, of PyTorch's DCP with safetensors or of Hugging Face's libraries, or a
single safetensors file.
)")
      .def(nb::init<const std::string &>(), "path"_a)
      .def_prop_ro("names", &CheckpointReader::names, "In their order.")
      .def("__contains__", &CheckpointReader::contains, "name"_a)
      .def(
          "shape",
          [](const CheckpointReader &reader, const std::string &name) {
            return toTuple(reader.type(name).shape);
          },
          "name"_a)
      .def(
          "dtype",
          [](const CheckpointReader &reader, const std::string &name) {
            return reader.type(name).dtype;
          },
          "name"_a)
      .def("saved_mesh", &CheckpointReader::saved_mesh, "name"_a,
           "The mesh with which a tensor was saved, as text, or None.")
      .def("saved_layout", &CheckpointReader::saved_layout, "name"_a,
           "The layout with which a tensor was saved, as text, or None.")
      .def_prop_ro("metadata", &CheckpointReader::metadata)
      .def(
          "load",
          [](const CheckpointReader &reader,
             const std::map<std::string, dt::Layout> &layouts) {
            nb::gil_scoped_release release;
            return reader.load(layouts);
          },
          "layouts"_a,
          "Tensors in any layouts. Each process reads the parts of its "
          "devices.")
      .def(
          "read",
          [](const CheckpointReader &reader, const std::string &name,
             const dt::Shape &offset, const dt::Shape &shape, bool check) {
            dt::Tensor tensor = [&] {
              nb::gil_scoped_release release;
              return reader.read(name, offset, shape, check);
            }();
            return toNumPy(tensor);
          },
          "name"_a, "offset"_a, "shape"_a, "check"_a = true,
          R"(A box of a tensor, as an array of NumPy.

It is read in whole blocks, which have checksums. With `check=False`, nothing but the box is
read, and damage is not found.
)")
      .def("verify", &CheckpointReader::verify,
           nb::call_guard<nb::gil_scoped_release>(),
           "Reads everything and compares it with its checksums.")
      .def_prop_ro("bytes_read", &CheckpointReader::bytes_read,
                   "The bytes of elements that were read so far.")
      .def("__str__", &CheckpointReader::str);
}

void dtensor::python::bindCheckpoint(nb::module_ &module) {
  module.def(
      "save_tensors",
      [](const std::string &path, const Tensors &tensors, bool whole,
         int64_t fileBytes, Metadata metadata) {
        nb::gil_scoped_release release;
        dt::save(path, tensors,
                 makeOptions(whole, fileBytes, std::move(metadata)));
      },
      "path"_a, "tensors"_a, "whole"_a, "file_bytes"_a, "metadata"_a);
  // The value is one that nobody else has, so it is not copied.
  module.def(
      "adopt_variable",
      [](const dt::DTensor &value, std::string name) {
        return dt::Variable(value, std::move(name));
      },
      "value"_a, "name"_a);
  bindReader(module);
  nb::class_<Checkpointer>(module, "Checkpointer", nb::dynamic_attr())
      .def(nb::init<std::string, int64_t>(), "folder"_a, "keep"_a = 0)
      .def(
          "_save",
          [](Checkpointer &checkpointer, int64_t step, const Tensors &tensors,
             bool whole, Metadata metadata, bool wait) {
            nb::gil_scoped_release release;
            SaveOptions options = makeOptions(whole, SaveOptions().file_bytes,
                                              std::move(metadata));
            if (wait)
              checkpointer.save(step, tensors, options);
            else
              checkpointer.save_async(step, tensors, options);
          },
          "step"_a, "tensors"_a, "whole"_a, "metadata"_a, "wait"_a)
      .def("wait", &Checkpointer::wait,
           nb::call_guard<nb::gil_scoped_release>(),
           "Waits for a save that runs. Its errors are raised here.")
      .def_prop_ro("steps", &Checkpointer::steps,
                   "The steps of the checkpoints that are there, in order.")
      .def("path", &Checkpointer::path, "step"_a)
      .def_prop_ro("latest", &Checkpointer::latest,
                   "The path of the last checkpoint, or None.");
}
