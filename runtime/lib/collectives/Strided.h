//===- Strided.h - Boxes in strided buffers ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_COLLECTIVES_STRIDED_H
#define DTENSOR_RUNTIME_COLLECTIVES_STRIDED_H

#include "../plans/Site.h"

namespace dtensor::runtime {

/// Copies bytes that lie together; many of them around the cache.
void copyTogether(char *destination, const char *source, int64_t bytes);

/// The loops that visit a box in several buffers at a time. Axes of extent 1
/// are dropped. Neighbouring axes are one loop if they have no gap in any
/// buffer. A loop's stride in a buffer is that of the axis that names it.
struct LoopNest {
  int64_t rank = 0;
  int64_t sizes[kMaxRank];
  int64_t axes[kMaxRank];

  /// `getStrides(i)` gives the strides of buffer i of `numBuffers`.
  template <typename GetStrides>
  LoopNest(int64_t boxRank, const int64_t *extents, int64_t numBuffers,
           GetStrides getStrides) {
    for (int64_t axis = 0; axis < boxRank; ++axis) {
      if (extents[axis] == 1)
        continue;
      bool joined = rank > 0;
      for (int64_t i = 0; joined && i < numBuffers; ++i) {
        const int64_t *strides = getStrides(i);
        joined = strides[axes[rank - 1]] == strides[axis] * extents[axis];
      }
      if (joined) {
        sizes[rank - 1] *= extents[axis];
        axes[rank - 1] = axis;
        continue;
      }
      sizes[rank] = extents[axis];
      axes[rank++] = axis;
    }
  }

  int64_t getInnerSize() const { return rank == 0 ? 1 : sizes[rank - 1]; }
  int64_t getInnerStride(const int64_t *strides) const {
    return rank == 0 ? 1 : strides[axes[rank - 1]];
  }

  /// Calls `function(index)` for every position of all loops but the innermost.
  template <typename Function> void forEachRun(Function function) const {
    int64_t index[kMaxRank] = {};
    while (true) {
      function(static_cast<const int64_t *>(index));
      int64_t loop = rank - 2;
      for (; loop >= 0 && ++index[loop] == sizes[loop]; --loop)
        index[loop] = 0;
      if (loop < 0)
        return;
    }
  }

  /// The distance, in elements, of the run at `index` from the box's start.
  int64_t getOffset(const int64_t *index, const int64_t *strides) const {
    int64_t offset = 0;
    for (int64_t loop = 0; loop < rank - 1; ++loop)
      offset += index[loop] * strides[axes[loop]];
    return offset;
  }
};

/// Copies a box of elements of `elementSize` bytes between strided buffers.
/// Strides count elements. The two boxes must be the same or disjoint.
void copyBox(int64_t elementSize, int64_t rank, const int64_t *extents,
             const char *source, const int64_t *sourceStrides,
             char *destination, const int64_t *destinationStrides);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_COLLECTIVES_STRIDED_H
