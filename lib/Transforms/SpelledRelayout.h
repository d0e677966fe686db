//===- SpelledRelayout.h - The line that relays out a value -----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_TRANSFORMS_SPELLEDRELAYOUT_H
#define DTENSOR_LIB_TRANSFORMS_SPELLEDRELAYOUT_H

#include "dtensor/Dialect/DTensor/IR/DTensor.h"

namespace dtensor {

/// A line that brings a value into `layout`, in the language of the program
/// that `op` comes from: `jax.sharding.reshard` and the `sdy.reshard` that JAX
/// prints of it, else `dtensor.relayout`.
std::string spellRelayout(mlir::Value value, mlir::Operation *op,
                          const Layout &layout, const Mesh &mesh,
                          mlir::FlatSymbolRefAttr meshName);

} // namespace dtensor

#endif // DTENSOR_LIB_TRANSFORMS_SPELLEDRELAYOUT_H
