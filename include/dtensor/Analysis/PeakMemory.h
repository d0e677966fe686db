//===- PeakMemory.h - Bytes that live at once -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_ANALYSIS_PEAKMEMORY_H
#define DTENSOR_ANALYSIS_PEAKMEMORY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace dtensor {

/// The largest sum of bytes of tensors that live at the same time on the most
/// loaded device, in a function of the local view on tensors. Arguments live
/// throughout. A destination and the result that takes its place count as one
/// tensor. So do a loop's initial value and its result, and a slice and its
/// source. A dynamic extent counts with its upper bound, and as 1 if it has
/// none. Called functions count with the types of their results.
int64_t computePeakBytes(mlir::func::FuncOp entry);

} // namespace dtensor

#endif // DTENSOR_ANALYSIS_PEAKMEMORY_H
