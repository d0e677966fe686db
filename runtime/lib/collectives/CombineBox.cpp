//===- CombineBox.cpp - Combinations of boxes -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineBox.h"

#include "Strided.h"

using namespace dtensor::runtime;

void dtensor::runtime::combineBoxes(CombineKernel kernel, int64_t rank,
                                    const int64_t *extents,
                                    const Operand *operands,
                                    RunOperand *runOperands, CombineRun run,
                                    char *target, const int64_t *targetStrides,
                                    int64_t unit) {
  int64_t count = run.numOperands;
  LoopNest loops(rank, extents, count + 1, [&](int64_t i) {
    return i == count ? targetStrides : operands[i].strides;
  });
  run.destinationStride = loops.getInnerStride(targetStrides);
  run.size = loops.getInnerSize();
  run.operands = runOperands;
  run.contiguous = run.destinationStride == 1;
  for (int64_t i = 0; i < count; ++i) {
    runOperands[i].stride = loops.getInnerStride(operands[i].strides);
    run.contiguous &= runOperands[i].stride == 1;
  }
  loops.forEachRun([&](const int64_t *index) {
    for (int64_t i = 0; i < count; ++i)
      runOperands[i].data =
          operands[i].data +
          loops.getOffset(index, operands[i].strides) * operands[i].unit;
    run.destination = target + loops.getOffset(index, targetStrides) * unit;
    kernel(run);
  });
}
