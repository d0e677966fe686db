//===- QuotientLoops.h - Quotients by one divisor ---------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_CODEGEN_LOOPS_QUOTIENTLOOPS_H
#define DTENSOR_LIB_CODEGEN_LOOPS_QUOTIENTLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dtensor {

/// Lowers an elementwise operation on f32 in which one divisor is the same for
/// all positions of the innermost loop. Its quotients are computed by the
/// reciprocal of the divisor and corrected, so that they have the bits of a
/// division, which takes longer. `vectorBytes` is the size of the processor's
/// vectors. The processor must have a fused multiply-add. Returns whether it
/// did. It does not lower other operations, and short loops.
bool lowerToQuotientLoops(mlir::linalg::LinalgOp op, int64_t vectorBytes);

} // namespace dtensor

#endif // DTENSOR_LIB_CODEGEN_LOOPS_QUOTIENTLOOPS_H
