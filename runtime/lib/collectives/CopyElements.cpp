//===- CopyElements.cpp - Elements in row-major order ---------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyElements.h"
#include "../plans/ReshapePlan.h"
#include "CopyBytes.h"

using namespace dtensor::runtime;

/// The number of elements from one on that lie together in memory.
static int64_t countTogether(const ElementPlace &place) {
  const int64_t *extent = place.memref.sizesAndStrides;
  const int64_t *strides = extent + place.rank;
  int64_t length = 1, before = 0, span = 1;
  for (int64_t axis = place.rank;
       axis-- > 0 && (extent[axis] == 1 || strides[axis] == span);) {
    length = (extent[axis] - place.index[axis]) * span - before;
    before += place.index[axis] * span;
    span *= extent[axis];
  }
  return length;
}

static char *getAddress(const ElementPlace &place, int64_t elementSize) {
  int64_t element = place.memref.offset;
  for (int64_t axis = 0; axis < place.rank; ++axis)
    element +=
        place.index[axis] * place.memref.sizesAndStrides[place.rank + axis];
  return static_cast<char *>(place.memref.aligned) + element * elementSize;
}

void dtensor::runtime::copyElements(int64_t elementSize, int64_t count,
                                    ElementPlace source,
                                    ElementPlace destination) {
  int64_t length = std::min(countTogether(source), countTogether(destination));
  if (length >= count) {
    copyBytes(getAddress(destination, elementSize),
              getAddress(source, elementSize), count * elementSize);
    return;
  }
  int64_t from[kMaxRank], to[kMaxRank];
  std::copy_n(source.index, source.rank, from);
  std::copy_n(destination.index, destination.rank, to);
  source.index = from;
  destination.index = to;
  while (true) {
    length = std::min(length, count);
    copyBytes(getAddress(destination, elementSize),
              getAddress(source, elementSize), length * elementSize);
    count -= length;
    if (count == 0)
      return;
    advance(source.rank, source.memref.sizesAndStrides, from, length);
    advance(destination.rank, destination.memref.sizesAndStrides, to, length);
    length = std::min(countTogether(source), countTogether(destination));
  }
}
