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

/// The scan that `op` is, if its window reaches from each position to one end
/// of an axis (jax.numpy.cumsum and its like), its body is known to be
/// associative, and its initial value, which such a window counts as often as
/// it hangs over, changes nothing.
std::optional<CumulativeWindow> matchCumulativeWindow(ReduceWindowOp op);

/// Whether `block`, of two tensors of rank 0, yields one op of them that is a
/// combiner: a sum, a product, a maximum, a minimum, and, or, xor.
bool isCombiner(mlir::Block &block);

} // namespace dtensor::stablehlo

#endif // DTENSOR_LIB_FRONTEND_STABLEHLO_IMPORT_CUMULATIVEWINDOW_H
