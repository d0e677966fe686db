//===- TakenElements.h - The elements that a take asks for ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_COLLECTIVES_TAKENELEMENTS_H
#define DTENSOR_RUNTIME_COLLECTIVES_TAKENELEMENTS_H

#include "../plans/TakePlan.h"

namespace dtensor::runtime {

/// Visits the elements of a take's destination in row-major order. Calls
/// `function(position, index, target)` with the position along the axis of the
/// take, the index in the destination, and the place there.
template <typename Function>
void forEachTaken(const TakePlan &plan, const DtMemRef &positions,
                  const DtMemRef &destination, Function &&function) {
  int64_t rank = plan.rank;
  const int64_t *sizes = destination.sizesAndStrides;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (sizes[axis] == 0)
      return;
  int64_t index[kMaxRank] = {};
  while (true) {
    int64_t at = positions.offset, to = destination.offset;
    for (int64_t axis = 0; axis < rank; ++axis) {
      at += index[axis] * positions.sizesAndStrides[rank + axis];
      to += index[axis] * sizes[rank + axis];
    }
    function(static_cast<const int64_t *>(positions.aligned)[at],
             static_cast<const int64_t *>(index),
             static_cast<char *>(destination.aligned) + to * plan.elementSize);
    int64_t axis = rank - 1;
    for (; axis >= 0 && ++index[axis] == sizes[axis]; --axis)
      index[axis] = 0;
    if (axis < 0)
      return;
  }
}

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_COLLECTIVES_TAKENELEMENTS_H
