//===- Processes.cpp - The processes that run a mesh ----------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Processes.h"

#include "Bindings.h"

void dtensor::python::bindProcesses(nb::module_ &module) {
  module.def("process_count", &dt::process_count,
             nb::call_guard<nb::gil_scoped_release>(),
             "The number of processes that run meshes together; 1 if this one "
             "was started alone.");
  module.def("process_index", &dt::process_index,
             nb::call_guard<nb::gil_scoped_release>(),
             "The number of this process.");
  module.def(
      "join_processes",
      [](uintptr_t communicator) {
        nb::gil_scoped_release release;
        dt::join_processes(reinterpret_cast<const void *>(communicator));
      },
      "communicator"_a, "Takes the address of an MPI_Comm.");
  module.def("leave_processes", &dt::leave_processes,
             nb::call_guard<nb::gil_scoped_release>(), "error"_a = "");
}
