//===- Sentinel.h - Notice of the end of a process --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_SENTINEL_H
#define DTENSOR_RUNTIME_PROCESSES_SENTINEL_H

#include "Descriptor.h"

#include <cstdint>
#include <sys/syscall.h>

namespace dtensor::runtime {

/// Opens a descriptor that can be read from when process `pid` of this host has
/// ended, however it did. It is closed if there is no such process, or if the
/// system is older than Linux 5.3.
inline Descriptor watchProcess(int64_t pid) {
  return Descriptor(
      static_cast<int>(syscall(SYS_pidfd_open, static_cast<pid_t>(pid), 0)));
}

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_SENTINEL_H
