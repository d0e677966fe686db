//===- Filling.h - Tensors of one value -------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_COLLECTIVES_FILLING_H
#define DTENSOR_LIB_COLLECTIVES_FILLING_H

#include "mlir/IR/Value.h"

namespace dtensor {

/// The value of all elements of `tensor`, if it is a single one: a fill, or a
/// part of one. Null otherwise.
mlir::Value getFilling(mlir::Value tensor);

} // namespace dtensor

#endif // DTENSOR_LIB_COLLECTIVES_FILLING_H
