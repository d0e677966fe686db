//===- Indexing.h - Elements at given positions -----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RECORDING_FUNCTIONS_INDEXING_H
#define DTENSOR_RECORDING_FUNCTIONS_INDEXING_H

#include "Call.h"

namespace dtensor::recording {

/// The slices of `x` along `axis` at `indices`, whose axes stand in its place.
/// Negative ones count from the end.
Value takeAlong(Value x, Value indices, int64_t axis);
/// `x` rolled along an axis.
Value rollAxis(Value x, int64_t axis, int64_t shift);

/// Positions of `int64`, counted from the front.
Value countFromFront(Value indices, int64_t extent);
/// Integers with a last axis of extent 1.
Value asCoordinate(Value x);
/// Whether argument `name` has positions along an axis of `x`; a failure
/// otherwise.
bool checkIndices(Call &call, llvm::StringRef name, Value indices, Value x,
                  int64_t axis);

Argument getItem(Call &call);
Argument setItem(Call &call);

} // namespace dtensor::recording

#endif // DTENSOR_RECORDING_FUNCTIONS_INDEXING_H
