//===- CountedLoop.h - Loops with a constant trip count ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_COUNTEDLOOP_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_COUNTEDLOOP_H

#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"

namespace dtensor::stablehlo {

class Importer;

/// A carried integer that starts at a constant and grows, or shrinks, by a
/// constant in each iteration.
struct LoopCounter {
  /// The number of the carried value.
  unsigned index;
  int64_t start, step;
};

/// A loop that ends when one of its counters reaches a constant, such as those
/// of jax.lax.scan and fori_loop. Some loops carry another counter for the
/// body.
struct CountedLoop {
  LoopCounter counter;
  int64_t bound;
  llvm::SmallVector<LoopCounter, 1> others;

  int64_t getIterations() const;
};

/// The counters of `op`, if one of them alone determines the trip count.
std::optional<CountedLoop> matchCountedLoop(WhileOp op);

/// Imports the loop as an scf.for, whose trip count is known to all passes. It
/// does not carry the counters.
mlir::LogicalResult importCountedLoop(WhileOp op, const CountedLoop &counted,
                                      Importer &importer);

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_COUNTEDLOOP_H
