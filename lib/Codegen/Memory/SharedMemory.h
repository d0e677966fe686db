//===- SharedMemory.h - Tensors that may get one buffer ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_MEMORY_SHAREDMEMORY_H
#define DTENSOR_LIB_CODEGEN_MEMORY_SHAREDMEMORY_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseSet.h"

namespace dtensor {

/// Whether bufferization may put `value` in the memory of one of `tensors`.
/// This is so if it is one of them, a view of one, was written into one, or is
/// the result of a branch or a loop that ends with one.
bool mayLieIn(mlir::Value value, const llvm::DenseSet<mlir::Value> &tensors);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_MEMORY_SHAREDMEMORY_H
