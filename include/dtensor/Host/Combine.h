//===- Combine.h - Joining the addends of a partial value -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_HOST_COMBINE_H
#define DTENSOR_HOST_COMBINE_H

#include "dtensor/Host/HostTensor.h"
#include "dtensor/Layout/Combiner.h"

namespace dtensor {

/// Whether elements of `type` can be combined by `combiner`. Bitwise combiners,
/// signed ones and those that treat NaNs in their own way exist for some types
/// only.
bool isDefinedFor(Combiner combiner, ElementType type);

/// Sets every element to the identity of `combiner`; that of a float sum is
/// -0.0. Defined for the tensor's type.
void fillWithIdentity(Combiner combiner, HostTensor &tensor);

/// Combines element by element: `into[i] = combine(into[i], from[i])`. An
/// average adds here, and `divideBy` ends it.
void combine(Combiner combiner, HostTensor &into, const HostTensor &from);

/// Divides by `groupSize`, the number of addends, to end an average.
void divideBy(HostTensor &tensor, int64_t groupSize);

/// Multiplies by `factor`. An average that divides by it has the values again.
void multiplyBy(HostTensor &tensor, int64_t factor);

} // namespace dtensor

#endif // DTENSOR_HOST_COMBINE_H
