//===- SuggestRelayout.h - A line that adds a relayout ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PARTITION_SUGGESTRELAYOUT_H
#define DTENSOR_LIB_PARTITION_SUGGESTRELAYOUT_H

#include "dtensor/Dialect/DTensor/IR/DTensor.h"

namespace dtensor {

/// Suggests a line that brings a value into `layout` where `op` uses or makes
/// it. Also says where the line belongs: at `place`, which is stated relative
/// to the op, or at the call through which the value gets there, since
/// functions may have been inlined. The line is in the language of the program
/// that the op comes from. For JAX these are `jax.sharding.reshard` and the
/// `sdy.reshard` that JAX prints for it. Otherwise it is `dtensor.relayout`.
std::string suggestRelayout(mlir::Value value, mlir::Operation *op,
                            const Layout &layout, const Mesh &mesh,
                            mlir::FlatSymbolRefAttr meshName,
                            llvm::StringRef place);

} // namespace dtensor

#endif // DTENSOR_LIB_PARTITION_SUGGESTRELAYOUT_H
