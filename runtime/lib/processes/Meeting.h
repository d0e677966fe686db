//===- Meeting.h - A barrier of processes -----------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_MEETING_H
#define DTENSOR_RUNTIME_PROCESSES_MEETING_H

#include <cstdint>

namespace dtensor::runtime {

/// A barrier of all processes over their tree, as one process sees it. A
/// process tells its parent when all processes below it have come. The root
/// then releases all.
class Meeting {
public:
  /// Whether this process and all below it have come, for the first time that
  /// this is asked.
  bool isComplete(int64_t numChildren) {
    if (told || !hasCome || numArrived < numChildren)
      return false;
    return told = true;
  }

  bool hasCome = false;
  bool isReleased = false;
  int64_t numArrived = 0;

private:
  bool told = false;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_MEETING_H
