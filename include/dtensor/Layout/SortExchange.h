//===- SortExchange.h - The exchange of a sort ------------------*- C++ -*-===//
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

/// The way in which the devices of a group that have sorted their parts of an
/// axis get their parts of the sorted axis.
struct SortExchange {
  /// The number of rounds. In each round every device looks at one element of
  /// every part, for either end of its own part, until it knows where each part
  /// must be divided. It is 0 if each device is given all parts and merges
  /// them, which costs less for few elements.
  int64_t rounds = 0;
  /// The largest number of positions that a device receives.
  int64_t positions = 0;
};

/// The exchange of an axis of `extent` positions on `count` devices. Splitters
/// are found exactly, by halving (Varman et al., Merging multiple lists on
/// hierarchical-memory multiprocessors, 1991). No device therefore gets more
/// than its part.
SortExchange getSortExchange(int64_t extent, int64_t count);

} // namespace dtensor

#endif // DTENSOR_LAYOUT_SORTEXCHANGE_H
