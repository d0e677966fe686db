//===- RecomputeRelayouts.h - Computing instead of moving -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PARTITION_RECOMPUTERELAYOUTS_H
#define DTENSOR_LIB_PARTITION_RECOMPUTERELAYOUTS_H

#include "dtensor/Dialect/DTensor/IR/DTensor.h"

namespace dtensor {

/// Replaces `relayout` if its operand is computed element by element from
/// values that are available in the right layout. Then the operand is computed
/// again from these. One example is a parameter that is gathered, and gathered
/// in mirrored form as well. Another one is the maximum of two sums that are
/// also reduced to be compared. Returns whether the relayout was replaced.
bool recompute(RelayoutOp relayout);

} // namespace dtensor

#endif // DTENSOR_LIB_PARTITION_RECOMPUTERELAYOUTS_H
