//===- CombineBox.h - Combinations of boxes ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_COLLECTIVES_COMBINEBOX_H
#define DTENSOR_RUNTIME_COLLECTIVES_COMBINEBOX_H

#include "Combine.h"

namespace dtensor::runtime {

/// The place of a box in an operand of a combination.
struct Operand {
  const char *data;
  const int64_t *strides;
  /// The bytes of an element.
  int64_t unit;
};

/// Combines boxes of `extents` into one of `unit` bytes per element. `run` has
/// the operands' number and the kinds of operands and result; the rest of it is
/// filled in, as are the data and strides of `runOperands`, one for each of
/// `operands`. Strides count elements.
void combineBoxes(CombineKernel kernel, int64_t rank, const int64_t *extents,
                  const Operand *operands, RunOperand *runOperands,
                  CombineRun run, char *target, const int64_t *targetStrides,
                  int64_t unit);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_COLLECTIVES_COMBINEBOX_H
