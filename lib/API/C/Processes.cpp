//===- Processes.cpp - The processes that run a mesh, in C ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dt/Processes.h"

#include "Guard.h"
#include "dtensor-c/Processes.h"

using namespace dt;
using namespace dt::c;

DTensorStatus dtensorGetProcessCount(int64_t *result) {
  return answer(__func__, result, [] { return process_count(); });
}

DTensorStatus dtensorGetProcessIndex(int64_t *result) {
  return answer(__func__, result, [] { return process_index(); });
}

DTensorStatus dtensorJoinProcesses(const void *communicator) {
  return guard(__func__, [&] { join_processes(communicator); });
}

DTensorStatus dtensorLeaveProcesses(const char *error) {
  return guard(__func__, [&] { leave_processes(error ? error : ""); });
}
