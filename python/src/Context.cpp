//===- Context.cpp - Contexts in Python -----------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Context.h"
#include "dt/Memory.h"

#include "Bindings.h"

using dt::Context;

void dtensor::python::bindContext(nb::module_ &module) {
  nb::class_<Context>(module, "Context",
                      "Threads that run devices, and a queue of runs.")
      .def(
          "__init__",
          [](Context *context, int64_t workers, std::optional<double> watchdog,
             int64_t queue) {
            nb::gil_scoped_release release;
            new (context) Context({workers, watchdog, queue});
          },
          "workers"_a = 0, "watchdog"_a = nb::none(), "queue"_a = 64,
          "workers: the number of threads, 0 means one per core. watchdog: "
          "seconds after which it is an error that a device waits, 0 for "
          "never; "
          "by default 60 for devices of several processes, otherwise never. "
          "queue: the number of runs that may wait.")
      .def_static(
          "get", [] { return Context::get(); }, "The context of the process.")
      .def("interrupt", &Context::interrupt,
           "Ends the run that takes place, with an error.")
      .def("running", &Context::running,
           "The name of the program that runs; empty if none does.")
      .def("synchronize", &Context::synchronize,
           nb::call_guard<nb::gil_scoped_release>(),
           "Waits until all runs that were called are done.");
  module.def("kept_memory", &dt::kept_memory,
             "The bytes of tensors that nobody uses any more, which are kept "
             "for new ones: 1 GiB at most, or DTENSOR_KEPT_BYTES.");
  module.def("release_memory", &dt::release_memory,
             nb::call_guard<nb::gil_scoped_release>(),
             "Gives the kept memory back to the system.");
}
