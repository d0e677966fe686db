//===- ElementwiseOps.h - Elementwise ops on tensors ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_REWRITES_ELEMENTWISEOPS_H
#define DTENSOR_LIB_PLANNING_REWRITES_ELEMENTWISEOPS_H

#include "mlir/IR/Operation.h"

namespace dtensor {

/// Whether the op computes each element of its only result from the elements of
/// its operands at the same position. The result and all operands must be
/// tensors of the same shape. Ops of linalg do not count.
bool isElementwiseOnTensors(mlir::Operation *op);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_REWRITES_ELEMENTWISEOPS_H
