//===- Profile.h - The events of all devices --------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROFILE_PROFILE_H
#define DTENSOR_RUNTIME_PROFILE_PROFILE_H

#include "DeviceProfile.h"

namespace dtensor::runtime {

/// What the devices of this process have recorded, and the time of a tick.
class Profile {
public:
  /// Throws std::bad_alloc.
  explicit Profile(int64_t numDevices);

  DeviceProfile &getDevice(int64_t local) { return *devices[local]; }

  /// Measures the length of a tick. It waits if the profile has just begun.
  void calibrate();
  /// Seconds of CLOCK_MONOTONIC, after `calibrate`.
  double getTime(uint64_t ticks) const;
  double getSeconds(uint64_t ticks) const { return ticks * secondsPerTick; }

private:
  struct Instant {
    uint64_t ticks;
    double seconds;
  };
  static Instant getNow();

  std::vector<std::unique_ptr<DeviceProfile>> devices;
  Instant start;
  double secondsPerTick = 0;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROFILE_PROFILE_H
