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

/// The elements of `piece` in a buffer, whose component begins at `origin`. The
/// first and the distance along each axis are members of the piece's moves.
inline FetchElements getElements(const FetchPlan &plan, const FetchPiece &piece,
                                 const DtMemRef &buffer, const int64_t *origin,
                                 int64_t FetchMove::*start,
                                 int64_t FetchMove::*stride) {
  FetchElements elements;
  int64_t place = buffer.offset;
  for (int64_t axis = 0; axis < plan.rank; ++axis) {
    const FetchMove &move = piece.moves[axis];
    int64_t distance = buffer.sizesAndStrides[plan.rank + axis];
    place +=
        (move.*start + move.*stride * piece.steps[axis].begin - origin[axis]) *
        distance;
    elements.strides[axis] = move.*stride * distance;
  }
  elements.first =
      static_cast<char *>(buffer.aligned) + place * plan.elementSize;
  return elements;
}

/// The elements of `piece` in the holder's source.
inline FetchElements getHeldElements(const FetchPlan &plan,
                                     const FetchPiece &piece,
                                     const DtMemRef &source) {
  return getElements(plan, piece, source, piece.from, &FetchMove::start,
                     &FetchMove::stride);
}

/// Their places in the receiver's destination.
inline FetchElements getWantedElements(const FetchPlan &plan,
                                       const FetchPiece &piece,
                                       const DtMemRef &destination) {
  return getElements(plan, piece, destination, piece.to, &FetchMove::destStart,
                     &FetchMove::destStride);
}

/// The number of steps along each axis.
inline void getNumSteps(const FetchPlan &plan, const FetchPiece &piece,
                        int64_t *extents) {
  for (int64_t axis = 0; axis < plan.rank; ++axis)
    extents[axis] = piece.steps[axis].end - piece.steps[axis].begin;
}

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_COLLECTIVES_FETCHELEMENTS_H
