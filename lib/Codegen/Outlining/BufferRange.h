//===- BufferRange.h - Which bytes a buffer may be --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_OUTLINING_BUFFERRANGE_H
#define DTENSOR_LIB_CODEGEN_OUTLINING_BUFFERRANGE_H

#include "mlir/IR/Value.h"
#include <limits>

namespace dtensor {

/// The bytes from `begin` to `end` of `memory`, which is an argument of the
/// function, a constant, or memory from the runtime. It is null if the memory
/// is not known.
struct BufferRange {
  mlir::Value memory;
  int64_t begin = 0;
  int64_t end = std::numeric_limits<int64_t>::max();
};

/// The range of a buffer in a function whose allocations are already calls of
/// the runtime.
BufferRange getBufferRange(mlir::Value buffer);

/// Arguments overlap neither each other nor memory from the runtime.
bool mayOverlap(const BufferRange &first, const BufferRange &second);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_OUTLINING_BUFFERRANGE_H
