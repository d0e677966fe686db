//===- CumulativeWindow.h - Windows that are scans --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_CUMULATIVEWINDOW_H
#define DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_CUMULATIVEWINDOW_H

#include "dtensor/Frontend/StableHLO/IR/StableHLO.h"

namespace dtensor::stablehlo {

/// A scan along one axis, from its first position or in reverse.
struct CumulativeWindow {
  int64_t axis;
  bool isReverse;
};

/// The scan that `op` computes, if its window reaches from each position to one
/// end of an axis, as in jax.numpy.cumsum. The body must be known to be
/// associative. Such a window counts the initial value once for each position
/// by which it extends beyond the axis, so this value must be an identity.
std::optional<CumulativeWindow> matchCumulativeWindow(ReduceWindowOp op);

/// Whether `block`, which has two arguments of rank 0, yields the result of one
/// combiner: a sum, a product, a maximum, a minimum, and, or, xor.
bool isCombiner(mlir::Block &block);

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_CUMULATIVEWINDOW_H
