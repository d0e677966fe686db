//===- BufferBounds.h - How large a buffer can be ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_CODEGEN_MEMORY_BUFFERBOUNDS_H
#define DTENSOR_CODEGEN_MEMORY_BUFFERBOUNDS_H

#include "dtensor/Dialect/Comm/IR/SharedMemory.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace dtensor {

/// On an allocation: it is the arena in which other buffers lie.
inline constexpr llvm::StringLiteral kArenaAttr = "comm.arena";

/// The largest number of bytes that the buffer can take, by the bounds of its
/// extents. Nothing if an extent has no bound or the type is not a dense
/// buffer.
std::optional<int64_t> getMaxBytes(mlir::MemRefType type,
                                   mlir::ValueRange dynamicSizes);
std::optional<int64_t> getMaxBytes(mlir::memref::AllocOp alloc);

/// Lets bounds be computed through views of arenas, since an extent of a buffer
/// is often that of another one.
void registerViewBounds(mlir::DialectRegistry &registry);

/// Whether a loop that allocates the buffer in each iteration passes it to the
/// next iteration. Such a buffer cannot have a fixed place for the whole
/// program.
bool outlivesIteration(mlir::memref::AllocOp alloc,
                       mlir::BufferViewFlowAnalysis &flow);

} // namespace dtensor

#endif // DTENSOR_CODEGEN_MEMORY_BUFFERBOUNDS_H
