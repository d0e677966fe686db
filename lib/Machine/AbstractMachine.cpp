//===- AbstractMachine.cpp - Where no machine is named --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Machine/AbstractMachine.h"
#include "dtensor/Layout/CostModel.h"

#include <limits>

using namespace dtensor;

Machine dtensor::getAbstractMachine(int64_t numDevices) {
  MachineDevice device;
  device.operations["other"] = 1e13;
  device.memoryBandwidth = 1e12;
  device.memoryBytes = 1e15;
  MachineLevel level;
  level.name = "machine";
  level.size = numDevices;
  MessageParameters message;
  message.latency = 1e-6;
  message.gap = message.latency;
  message.bandwidth = 1e11;
  message.combining = device.memoryBandwidth / 3;
  level.messages.push_back(message);
  return Machine("abstract", device, {level});
}

Machine dtensor::getLimitMachine(int64_t numDevices) {
  // All prices are fractions of the time to receive a byte.
  constexpr double kBandwidth = 1e11;
  constexpr double kPerMultiplyAdd = 1.0 / 1024, kPerMovedByte = 1.0 / 1024;
  MachineDevice device;
  device.operations["other"] = 2 * kBandwidth / kPerMultiplyAdd;
  device.memoryBandwidth = kBandwidth / kPerMovedByte;
  device.memoryBytes = std::numeric_limits<double>::infinity();
  MachineLevel level;
  level.name = "machine";
  level.size = numDevices;
  MessageParameters message;
  message.latency = CostWeights().perStep / kBandwidth;
  message.gap = message.latency;
  message.bandwidth = kBandwidth;
  message.combining = std::numeric_limits<double>::infinity();
  level.messages.push_back(message);
  return Machine("limit", device, {level});
}
