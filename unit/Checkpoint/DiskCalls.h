//===- DiskCalls.h - Calls of the system that fail --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_CHECKPOINT_DISKCALLS_H
#define DTENSOR_UNIT_CHECKPOINT_DISKCALLS_H

#include <cstdint>
#include <optional>
#include <string>

namespace dtensor {

/// Makes calls of the system fail as on a disk that is full. This program has
/// functions of its own in the place of those of the C library that need room
/// on a disk.
struct DiskCalls {
  /// The call with this number from now on fails, and all later ones if
  /// `isFullFromThen`.
  static void failAt(int64_t call, bool isFullFromThen);
  /// Calls do not fail any more. Returns the name of the first one that has
  /// failed.
  static std::optional<std::string> stop();
};

} // namespace dtensor

#endif // DTENSOR_UNIT_CHECKPOINT_DISKCALLS_H
