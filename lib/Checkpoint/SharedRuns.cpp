//===- SharedRuns.cpp - Runs of bytes that two boxes share ----------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Checkpoint/SharedRuns.h"

#include "llvm/ADT/SmallVector.h"

namespace dtensor {

void forEachSharedRun(const Box &part, const Box &a, const Box &b,
                      unsigned elementSize,
                      llvm::function_ref<void(int64_t, int64_t, int64_t)> run) {
  if (getNumElements(part) == 0)
    return;
  size_t rank = part.size();
  // The inner axes that all cover completely, and the next one outside, are
  // contiguous.
  size_t outer = rank;
  int64_t runBytes = elementSize;
  while (outer > 0) {
    --outer;
    runBytes *= part[outer].extent;
    if (part[outer].extent != a[outer].extent ||
        part[outer].extent != b[outer].extent)
      break;
  }
  llvm::SmallVector<int64_t> stepA(rank), stepB(rank);
  int64_t strideA = elementSize, strideB = elementSize;
  int64_t inA = 0, inB = 0;
  for (size_t axis = rank; axis-- > 0;) {
    stepA[axis] = strideA;
    stepB[axis] = strideB;
    inA += (part[axis].offset - a[axis].offset) * strideA;
    inB += (part[axis].offset - b[axis].offset) * strideB;
    strideA *= a[axis].extent;
    strideB *= b[axis].extent;
  }
  llvm::SmallVector<int64_t> index(outer, 0);
  while (true) {
    run(inA, inB, runBytes);
    size_t axis = outer;
    for (; axis-- > 0;) {
      inA += stepA[axis];
      inB += stepB[axis];
      if (++index[axis] < part[axis].extent)
        break;
      inA -= stepA[axis] * part[axis].extent;
      inB -= stepB[axis] * part[axis].extent;
      index[axis] = 0;
    }
    if (axis == size_t(-1))
      return;
  }
}

} // namespace dtensor
