//===- TensorBytes.h - The size of a component ------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_ANALYSIS_TENSORBYTES_H
#define DTENSOR_ANALYSIS_TENSORBYTES_H

#include "mlir/IR/Value.h"

namespace dtensor {

/// The extent of an axis of a tensor in the local view: of the most loaded
/// device if it is dynamic, and 1 if nothing bounds it.
int64_t getMaxExtent(mlir::Value tensor, unsigned axis);

/// The bytes of such a tensor, with these extents.
int64_t getMaxBytes(mlir::Value tensor);

} // namespace dtensor

#endif // DTENSOR_ANALYSIS_TENSORBYTES_H
