//===- Device.h - The state of one device -----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_DEVICE_H
#define DTENSOR_RUNTIME_DEVICE_H

#include "Arena.h"
#include "Fiber.h"
#include "Topology.h"
#include "Waiting.h"
#include "collectives/CombineBox.h"
#include "dtensor/Runtime/ABI.h"
#include "flight/FlightRecorder.h"
#include "transport/Moves.h"
#include "transport/Posting.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace dtensor::runtime {

class DeviceProfile;
class Worker;

} // namespace dtensor::runtime

/// The handle that generated code gets.
struct alignas(64) DtDevice {
  dtensor::runtime::Place getPlace() const { return {index, coordinates}; }

  // The members that the scheduler reads all the time come first, in one cache
  // line. Other workers read it when they look for a deadlock.
  dtensor::runtime::Waiting waiting;
  dtensor::runtime::Worker *worker = nullptr;
  DtContext *context = nullptr;
  int64_t index = 0;
  /// Its number in the process.
  int64_t local = 0;
  /// The coordinates of this device along each mesh dimension.
  const int64_t *coordinates = nullptr;

  /// The place at which the device waits, and the mesh dimensions of the group
  /// that it waits for.
  std::atomic<const char *> where{nullptr};
  std::atomic<uint64_t> dims{0};
  /// Whether it waits for other processes.
  std::atomic<bool> awaitsMessages{false};

  dtensor::runtime::Fiber fiber;
  /// Written by the transport in one address space.
  dtensor::runtime::Posting posting;
  /// Of exchanges between processes.
  dtensor::runtime::MoveTable moves;
  dtensor::runtime::Arena arena;
  dtensor::runtime::CallMemory callMemory;
  /// This is kept from call to call, since an abandoned fiber cannot free it.
  std::vector<dtensor::runtime::Operand> operands;
  std::vector<dtensor::runtime::RunOperand> runOperands;
  /// The last collectives, for messages and files after an error.
  dtensor::runtime::FlightRecorder flight;
  /// Null if no profile is recorded.
  dtensor::runtime::DeviceProfile *profile = nullptr;
};

#endif // DTENSOR_RUNTIME_DEVICE_H
