//===- LoopPositions.h - Numbers that follow a loop -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_ANALYSIS_LOOPPOSITIONS_H
#define DTENSOR_ANALYSIS_LOOPPOSITIONS_H

#include "dtensor/Layout/Mesh.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <optional>
#include <vector>

namespace dtensor {

/// The values of `numbers`, indices or integers, in each iteration of the one
/// loop that they depend on, which is returned as `loop`. Nothing if they
/// depend on something else too, or on several loops, or if the trip count is
/// not known or larger than 4096.
std::optional<std::vector<llvm::SmallVector<int64_t>>>
getNumbersByIteration(mlir::ValueRange numbers,
                      mlir::scf::ForOp *loop = nullptr);

/// The number of iterations of a loop in which some devices take a branch.
struct IterationsTaken {
  int64_t numIterations;
  /// The number of iterations in which the condition holds: on the device where
  /// it holds most often, and where it holds least often.
  int64_t most, fewest;
};

/// Counts for a condition that depends on one loop and on the device, such as
/// whether this device has an iteration. Nothing if it depends on something
/// else too.
std::optional<IterationsTaken> countIterationsTaken(mlir::Value condition,
                                                    const Mesh &mesh);

} // namespace dtensor

#endif // DTENSOR_ANALYSIS_LOOPPOSITIONS_H
