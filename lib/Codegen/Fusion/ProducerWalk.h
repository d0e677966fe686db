//===- ProducerWalk.h - From an op back to its producers --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_FUSION_PRODUCERWALK_H
#define DTENSOR_LIB_CODEGEN_FUSION_PRODUCERWALK_H

#include "mlir/IR/Operation.h"

namespace dtensor {

/// Calls `take` once for each op in the root's block that makes an operand of
/// the root, or of an op that was taken. `take` returns whether the op is
/// taken. The latest op comes first, so when it is an op's turn, all of its
/// readers that are taken are known. Operands that only regions of an op read
/// do not count.
void walkProducers(mlir::Operation *root,
                   llvm::function_ref<bool(mlir::Operation *)> take);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_FUSION_PRODUCERWALK_H
