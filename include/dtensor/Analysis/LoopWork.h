//===- LoopWork.h - How much a loop does ------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_ANALYSIS_LOOPWORK_H
#define DTENSOR_ANALYSIS_LOOPWORK_H

#include "mlir/IR/Operation.h"

namespace dtensor {

/// How often the body of an op runs; a guess if the number is not known.
uint64_t getTrips(mlir::Operation *op);

/// An estimate of the operations on elements that an op does, with those
/// within.
uint64_t getWork(mlir::Operation *op);

/// The operations on elements that take about a microsecond or more. A check
/// that is made once in this time should take some percent of it at most.
inline constexpr uint64_t kLongWork = 1 << 16;

} // namespace dtensor

#endif // DTENSOR_ANALYSIS_LOOPWORK_H
