//===- RecomputeRelayouts.h - Computing what would be moved -----*- C++ -*-===//
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

/// Replaces `relayout`, if what it moves is computed element by element from
/// values that are in the right layout already (a parameter that is gathered,
/// and gathered mirrored as well; two sums that are reduced to be compared, of
/// which the greater one is taken): it is computed again from those. Returns
/// whether it did.
bool recompute(RelayoutOp relayout);

} // namespace dtensor

#endif // DTENSOR_LIB_PARTITION_RECOMPUTERELAYOUTS_H
