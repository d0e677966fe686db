//===- CountedLoop.h - Loops that turn so many times ------------*- C++ -*-===//
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

/// A carried integer that starts at a constant, grows by a constant, and ends
/// the loop at a constant: what jax.lax.scan and fori_loop count with.
struct LoopCounter {
  /// Number of the carried value.
  unsigned index;
  int64_t start, bound, step;

  /// The value behind the loop.
  int64_t getLast() const;
};

/// The counter that alone says how often `op` turns, if there is one.
std::optional<LoopCounter> matchCounter(WhileOp op);

/// As an scf.for, of which everybody knows how often it turns.
mlir::LogicalResult importCountedLoop(WhileOp op, const LoopCounter &counter,
                                      Importer &importer);

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_COUNTEDLOOP_H
