//===- FetchElements.h - The elements of a fetched piece --------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_COLLECTIVES_FETCHELEMENTS_H
#define DTENSOR_RUNTIME_COLLECTIVES_FETCHELEMENTS_H

#include "../plans/FetchPlan.h"

namespace dtensor::runtime {

/// Elements in a buffer: the first one, and the distance in elements of a step
/// along each axis.
struct FetchElements {
  char *first;
  int64_t strides[kMaxRank];
};

/// The elements of `piece` in the holder's source.
inline FetchElements getHeldElements(const FetchPlan &plan,
                                     const FetchPiece &piece,
                                     const DtMemRef &source) {
  FetchElements elements;
  int64_t place = source.offset;
  for (int64_t axis = 0; axis < plan.rank; ++axis) {
    const FetchMove &move = piece.moves[axis];
    int64_t stride = source.sizesAndStrides[plan.rank + axis];
    place += (move.start + move.stride * piece.steps[axis].begin -
              piece.from[axis]) *
             stride;
    elements.strides[axis] = move.stride * stride;
  }
  elements.first =
      static_cast<char *>(source.aligned) + place * plan.elementSize;
  return elements;
}

/// Their places in the receiver's destination.
inline FetchElements getWantedElements(const FetchPlan &plan,
                                       const FetchPiece &piece,
                                       const DtMemRef &destination) {
  FetchElements elements;
  int64_t place = destination.offset;
  for (int64_t axis = 0; axis < plan.rank; ++axis) {
    const FetchMove &move = piece.moves[axis];
    int64_t stride = destination.sizesAndStrides[plan.rank + axis];
    place += (move.destStart + move.destStride * piece.steps[axis].begin -
              piece.to[axis]) *
             stride;
    elements.strides[axis] = move.destStride * stride;
  }
  elements.first =
      static_cast<char *>(destination.aligned) + place * plan.elementSize;
  return elements;
}

/// The number of steps along each axis.
inline void getNumSteps(const FetchPlan &plan, const FetchPiece &piece,
                        int64_t *extents) {
  for (int64_t axis = 0; axis < plan.rank; ++axis)
    extents[axis] = piece.steps[axis].end - piece.steps[axis].begin;
}

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_COLLECTIVES_FETCHELEMENTS_H
