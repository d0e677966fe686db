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

/// What `numbers`, indices or integers, are in each turn of the one loop that
/// they follow, which is handed out as `loop`. Nothing if they follow something
/// else too, or several loops, or if nobody knows how often it turns, or it
/// turns more than 4096 times.
std::optional<std::vector<llvm::SmallVector<int64_t>>>
getNumbersByTurn(mlir::ValueRange numbers, mlir::scf::ForOp *loop = nullptr);

/// How many turns of a loop some devices go one way in.
struct TurnsTaken {
  int64_t numTurns;
  /// In so many turns the condition holds: on the device where it holds in
  /// most turns, and where in fewest.
  int64_t most, fewest;
};

/// Of a condition that follows one loop and where the device is, as whether the
/// turn is this device's. Nothing if it follows something else too.
std::optional<TurnsTaken> countTurnsTaken(mlir::Value condition,
                                          const Mesh &mesh);

} // namespace dtensor

#endif // DTENSOR_ANALYSIS_LOOPPOSITIONS_H
