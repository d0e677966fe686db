//===- SetPart.h - The part that a component is -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PARTITION_EXPANSION_SETPART_H
#define DTENSOR_LIB_PARTITION_EXPANSION_SETPART_H

#include "dtensor/Dialect/LinalgExt/IR/LinalgExt.h"
#include "dtensor/Partition/Expander.h"

namespace dtensor {

/// Marks the part of `local` as this device's component of `global`. Along axes
/// with `isWhole` set, the component counts as the whole axis.
void setPart(
    Expander &expander, linalg_ext::PartOpInterface local, mlir::Value global,
    llvm::function_ref<bool(int64_t)> isWhole = [](int64_t) { return false; });

} // namespace dtensor

#endif // DTENSOR_LIB_PARTITION_EXPANSION_SETPART_H
