//===- ControlFlow.h - Loops and branches of the program --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CONVERSION_CONTROLFLOW_H
#define DTENSOR_LIB_CONVERSION_CONTROLFLOW_H

#include "mlir/IR/Operation.h"

namespace dtensor {

/// Marks a loop or a branch that the program has before code is generated for
/// its ops. The mark is in the location, which passes keep.
void markControlFlow(mlir::Operation *op);

/// Whether an op was marked. The loops of an op are not.
bool isControlFlow(mlir::Operation *op);

} // namespace dtensor

#endif // DTENSOR_LIB_CONVERSION_CONTROLFLOW_H
