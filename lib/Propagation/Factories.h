//===- Factories.h - Values made from nothing -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PROPAGATION_FACTORIES_H
#define DTENSOR_LIB_PROPAGATION_FACTORIES_H

#include "mlir/IR/Operation.h"

namespace dtensor {

/// Whether an op makes a tensor from nothing, at next to no cost: it is free
/// (`isFree`), or a few ops make its result from free ones, element by element
/// and with ops of `arith` only. A mask that compares positions is an example.
/// Each user may have such a tensor in the layout that it needs.
bool isFactory(mlir::Operation *op);

} // namespace dtensor

#endif // DTENSOR_LIB_PROPAGATION_FACTORIES_H
