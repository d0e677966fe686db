//===- CombinerBody.h - Bodies that are known combiners ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_NORMALIZE_COMBINERBODY_H
#define DTENSOR_LIB_NORMALIZE_COMBINERBODY_H

#include "dtensor/ShardingRules/CombinerOf.h"

namespace dtensor {

/// The op of `body(accumulators, elements)`, with `count` of each, that
/// combines accumulator and element number `index` into result number `index`.
/// Null if this is not one of the known combiners.
mlir::Operation *matchKnownCombiner(mlir::Region &body, unsigned index,
                                    unsigned count);

/// The flags of that op.
mlir::arith::FastMathFlags getFastMath(mlir::Operation *op);

} // namespace dtensor

#endif // DTENSOR_LIB_NORMALIZE_COMBINERBODY_H
