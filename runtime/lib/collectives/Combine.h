//===- Combine.h - How values combine ---------------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_COLLECTIVES_COMBINE_H
#define DTENSOR_RUNTIME_COLLECTIVES_COMBINE_H

#include "dtensor/Runtime/ABI.h"

#include <cstdint>

namespace dtensor::runtime {

/// A run of elements of one member's value.
struct RunOperand {
  const char *data;
  int64_t stride;
  /// The number of subtrees of the tree of operations that end with this
  /// operand. After it, the last two intermediate results combine that often.
  int64_t numMerges;
  /// Whether `data` is the intermediate result of a subtree instead of an
  /// addend. Its elements then have `getIntermediateSize` bytes.
  bool isIntermediate = false;
};

/// destination[i] = combination over all operands of operand[i], in the order
/// of a tree: see CombineTree.h. The destination overlaps no operand; that of
/// an intermediate result may be one of its intermediate operands. Strides
/// count elements.
struct CombineRun {
  char *destination;
  int64_t destinationStride;
  int64_t size;
  const RunOperand *operands;
  /// At least one.
  int64_t numOperands;
  /// The number of addends that the operands stand for.
  int64_t numAddends;
  /// Whether `destinationStride` and all strides of operands are 1.
  bool contiguous;
  /// Whether the operands are only a subtree of the tree of operations. Then
  /// the result is an intermediate one: neither rounded nor divided.
  bool isIntermediate = false;
};

using CombineKernel = void (*)(const CombineRun &run);

/// The kernel for this processor; nullptr if the combiner is not defined for
/// the type. Operations follow the tree, so results depend neither on the
/// device that combines, nor on how a run is divided. f16 and bf16 are combined
/// in f32 and rounded once; floats of 8 bits have no sums. `and`, `or` and
/// `xor` work on the bits of any type. An average divides by the number of
/// addends, rounding integers towards zero. Of two zeros, `maximum` takes +0
/// and `minimum` -0, as do the `num` forms.
CombineKernel getCombineKernel(DtElementType type, DtCombiner combiner);

/// The bytes of an element of an intermediate result. It is wider than an
/// element of the type if rounding follows the whole combination.
int64_t getIntermediateSize(DtElementType type, DtCombiner combiner);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_COLLECTIVES_COMBINE_H
