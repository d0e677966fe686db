//===- LoopPositions.h - Numbers that follow a loop -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_ANALYSIS_LOOPPOSITIONS_H
#define DTENSOR_LIB_ANALYSIS_LOOPPOSITIONS_H

#include "mlir/IR/Value.h"
#include <optional>
#include <vector>

namespace dtensor {

/// What `numbers`, indices or integers, are in each turn of the one loop that
/// they follow. Nothing if they follow something else too, or several loops, or
/// if nobody knows how often it turns, or it turns more than 4096 times.
std::optional<std::vector<llvm::SmallVector<int64_t>>>
getNumbersByTurn(mlir::ValueRange numbers);

} // namespace dtensor

#endif // DTENSOR_LIB_ANALYSIS_LOOPPOSITIONS_H
