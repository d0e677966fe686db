//===- FlightLog.h - The flight records of all devices ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_FLIGHT_FLIGHTLOG_H
#define DTENSOR_RUNTIME_FLIGHT_FLIGHTLOG_H

#include "FlightRecorder.h"

#include <string>

struct DtContext;

namespace dtensor::runtime {

/// The flight records of all devices of a context, and the folder that they are
/// written to after an error. docs/Failures.md has the format of the files.
class FlightLog {
public:
  explicit FlightLog(int64_t numDevices);
  ~FlightLog();
  FlightLog(const FlightLog &) = delete;
  FlightLog &operator=(const FlightLog &) = delete;

  /// The memory of a device; nullptr if there is none.
  void *getMemory(int64_t device) const;

  /// The folder for the files; empty for none. At first it is that of the
  /// environment variable DTENSOR_FLIGHT_RECORDS.
  void setFolder(std::string newFolder) { folder = std::move(newFolder); }
  const std::string &getFolder() const { return folder; }

  /// Writes the records of the context's devices to a file in the folder.
  /// Returns an error, or an empty text.
  std::string write(const DtContext &context, const std::string &error) const;

private:
  void *memory = nullptr;
  size_t size;
  std::string folder;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_FLIGHT_FLIGHTLOG_H
