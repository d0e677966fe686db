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

/// The bytes from `begin` up to `end` of `memory`: an argument of the function,
/// a constant, or what the runtime has given. Null: nobody knows.
struct BufferRange {
  mlir::Value memory;
  int64_t begin = 0;
  int64_t end = std::numeric_limits<int64_t>::max();
};

/// Of a function whose allocations are calls of the runtime already.
BufferRange getBufferRange(mlir::Value buffer);

/// Arguments do not overlap each other, nor what the runtime gives.
bool mayOverlap(const BufferRange &first, const BufferRange &second);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_OUTLINING_BUFFERRANGE_H
