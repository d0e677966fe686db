//===- Processes.h - The processes that run a mesh together --- -*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DT_PROCESSES_H
#define DT_PROCESSES_H

#include "dt/Export.h"

#include <cstdint>
#include <string>

namespace dt {

// A launcher of MPI may start several processes together, which run the same
// program. They join when the first mesh of more than one device is made, or
// when one of these functions is called. From then on, each of them runs some
// of the devices of every such mesh. docs/Processes.md describes it.

/// The number of processes; 1 if this one was started alone.
DT_EXPORT int64_t process_count();
/// The number of this process.
DT_EXPORT int64_t process_index();

/// Joins the processes of a communicator of the program, which has initialized
/// MPI: `communicator` points to an MPI_Comm. Every process of it calls this.
/// With a communicator of one process, this process stays alone. Errors: the
/// processes have joined before.
DT_EXPORT void join_processes(const void *communicator);

/// Waits for the other processes and leaves them, after which no mesh of
/// several devices can be used. The end of the program does it as well; a
/// program that ends MPI itself calls it before. With an `error`, does not
/// wait: the programs of the others end with this error.
DT_EXPORT void leave_processes(const std::string &error = "");

} // namespace dt

#endif // DT_PROCESSES_H
