//===- Repetitions.h - Stretches that follow each other ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_REPETITIONS_H
#define DTENSOR_LAYOUT_REPETITIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace dtensor {

/// `count` equal runs of `length` keys, one after the other.
struct Repetition {
  size_t begin, length, count;
};

/// Finds repetitions in `keys`, in order and without overlaps. The shortest run
/// that repeats is taken; if the sum of its `sizes` is less than `minSize`,
/// several of them are taken as one. The time is linear in the number of keys,
/// except for unusual ones.
llvm::SmallVector<Repetition> findRepetitions(llvm::ArrayRef<uint64_t> keys,
                                              llvm::ArrayRef<unsigned> sizes,
                                              uint64_t minSize);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_REPETITIONS_H
