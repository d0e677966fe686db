//===- ProcessName.h - A process as messages name it ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_PROCESSNAME_H
#define DTENSOR_RUNTIME_PROCESSES_PROCESSNAME_H

#include "Fields.h"

#include <string>

namespace dtensor::runtime {

/// The facts by which a user finds a process of the job.
struct ProcessName {
  int64_t rank = 0;
  int64_t pid = 0;
  std::string host;
  /// Such as `devices 4 to 7`; may be empty.
  std::string devices;

  /// The calling process.
  static ProcessName getOwn(int64_t rank, std::string devices);

  /// Such as `process 2 (host a, pid 17, devices 4 to 7)`.
  std::string describe() const;

  void write(FieldWriter &fields) const;
  static ProcessName read(FieldReader &fields);
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_PROCESSNAME_H
