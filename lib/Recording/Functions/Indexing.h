//===- Indexing.h - Elements at given positions -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_FUNCTIONS_INDEXING_H
#define DTENSOR_RECORDING_FUNCTIONS_INDEXING_H

#include "dtensor/Recording/Ops.h"

namespace dtensor::recording {

/// The slices of `x` along `axis` at `indices`, whose axes stand in its place.
/// Negative ones count from the end.
Value takeAlong(Value x, Value indices, int64_t axis);
/// `x` rolled along an axis.
Value rollAxis(Value x, int64_t axis, int64_t shift);

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_FUNCTIONS_INDEXING_H
