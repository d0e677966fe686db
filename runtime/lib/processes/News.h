//===- News.h - The event that ends all processes of a job ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_NEWS_H
#define DTENSOR_RUNTIME_PROCESSES_NEWS_H

#include "ProcessName.h"

namespace dtensor::runtime {

/// An event after which no process of the job can continue.
struct News {
  enum class Kind : int64_t {
    /// A process has ended without notice, or its host has.
    Lost = 0,
    /// A process has told an error.
    Failed = 1,
    /// The process that had started a process has ended.
    LauncherLost = 2,
    /// A process has not answered for the watchdog's time.
    Silent = 3,
  };

  Kind kind;
  ProcessName about;
  /// The reason or the error.
  std::string text;

  /// Such as `process 2 (host a, pid 17) was lost: its connection is closed`.
  std::string describe() const;

  std::string write() const;
  static News read(FieldReader &fields);
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_NEWS_H
