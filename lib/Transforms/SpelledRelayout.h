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

/// Says what to add such that `op`, `place` which a value is used or made, has
/// it in `layout`: a line in the language of the program that the op comes
/// from, and where it goes. The line is `jax.sharding.reshard` and the
/// `sdy.reshard` that JAX prints of it, else `dtensor.relayout`. Where
/// functions have been inlined it speaks of the value as the function does that
/// has both the value and the op, or the call through which it gets there.
std::string spellRelayout(mlir::Value value, mlir::Operation *op,
                          const Layout &layout, const Mesh &mesh,
                          mlir::FlatSymbolRefAttr meshName,
                          llvm::StringRef place);

} // namespace dtensor

#endif // DTENSOR_LIB_TRANSFORMS_SPELLEDRELAYOUT_H
