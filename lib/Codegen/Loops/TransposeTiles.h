//===- TransposeTiles.h - Transposes in registers ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_LOOPS_TRANSPOSETILES_H
#define DTENSOR_LIB_CODEGEN_LOOPS_TRANSPOSETILES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dtensor {

/// Lowers a transpose of buffers that are contiguous along different loops to
/// square tiles, which are transposed in registers of `vectorBytes`. Returns
/// whether it did. It does not lower other operations, buffers with gaps,
/// element types that vectors do not have, or extents smaller than a tile.
bool lowerToTransposeTiles(mlir::linalg::LinalgOp op, int64_t vectorBytes);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LOOPS_TRANSPOSETILES_H
