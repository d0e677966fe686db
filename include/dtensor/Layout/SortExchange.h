//===- SortExchange.h - How a sort crosses devices --------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LAYOUT_SORTEXCHANGE_H
#define DTENSOR_LAYOUT_SORTEXCHANGE_H

#include <cstdint>

namespace dtensor {

/// How devices of a group that have sorted their parts of an axis get their
/// parts of the whole.
struct SortExchange {
  /// How often each device looks at one element of every part, for either bound
  /// of its own, until it knows where all parts are cut; 0 if each device is
  /// given all parts and merges them, which is less for few elements.
  int64_t rounds = 0;
  /// Positions that a device receives at most.
  int64_t positions = 0;
};

/// Of an axis of `extent` on `count` devices. Splitters are found exactly, by
/// halving (Varman et al., Merging multiple lists on hierarchical-memory
/// multiprocessors, 1991), so no device gets more than its part.
SortExchange getSortExchange(int64_t extent, int64_t count);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_SORTEXCHANGE_H
