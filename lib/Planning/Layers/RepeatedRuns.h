//===- RepeatedRuns.h - Parts of a sequence that repeat ---------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_PLANNING_LAYERS_REPEATEDRUNS_H
#define DTENSOR_LIB_PLANNING_LAYERS_REPEATEDRUNS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace dtensor {

/// A part of a sequence in which each number stands again `period` positions
/// later, as long as the part lasts. For example, `1 2 3 1 2 3 1` has the
/// period 3.
struct RepeatedRun {
  /// The first position, and the one after the last.
  size_t begin, end;
  size_t period;

  /// The number of whole periods.
  size_t getCount() const { return (end - begin) / period; }
};

/// Finds runs of at least `leastCount` whole periods that do not overlap. Runs
/// that hold more numbers beyond that many periods are found first.
std::vector<RepeatedRun> findRepeatedRuns(llvm::ArrayRef<uint64_t> numbers,
                                          size_t leastCount);

} // namespace dtensor

#endif // DTENSOR_LIB_PLANNING_LAYERS_REPEATEDRUNS_H
