//===- Frequency.h - How often ops are executed -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_ANALYSIS_FREQUENCY_H
#define DTENSOR_ANALYSIS_FREQUENCY_H

#include "mlir/IR/Operation.h"

namespace dtensor {

/// The number of times that a run of the program comes to a place.
struct Frequency {
  int64_t count = 1;
  /// Whether a loop around the place has an unknown trip count. It counts as
  /// one iteration.
  bool hasUnknownLoop = false;
};

/// Calls `visit` for every op that a run of a function's body executes, also
/// within regions and called functions, with its frequency. An op of a function
/// that is called twice is visited twice. A recursive call is visited once.
/// Where devices take a branch in different iterations, the frequency is that
/// of the device that does so most often.
void visitExecuted(
    mlir::Region &body,
    llvm::function_ref<void(mlir::Operation *, Frequency)> visit);

} // namespace dtensor

#endif // DTENSOR_ANALYSIS_FREQUENCY_H
