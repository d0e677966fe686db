//===- MemoryProfile.h - Memory at each point -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_LIB_SELECTION_MEMORYPROFILE_H
#define DTENSOR_LIB_SELECTION_MEMORYPROFILE_H

#include "dtensor/Selection/SelectionModel.h"

namespace dtensor {

/// Memory in bytes at each point, and its peak. Changing an interval takes
/// logarithmic time: this is a segment tree of sums and peaks.
class MemoryProfile {
public:
  explicit MemoryProfile(llvm::ArrayRef<int64_t> usage);

  /// Adds bytes to the points from `begin` to before `end`.
  void add(unsigned begin, unsigned end, int64_t bytes);
  int64_t getPeak() const { return peaks[1]; }
  /// A point at the peak.
  unsigned getPeakPoint() const;

private:
  /// A power of two. The children of the tree's node `i` are `2i` and `2i + 1`,
  /// and its leaves begin at `numLeaves`.
  unsigned numLeaves = 1;
  /// What was added to all points below a node, and the peak below it with
  /// that.
  std::vector<int64_t> added;
  std::vector<int64_t> peaks;
};

} // namespace dtensor

#endif // DTENSOR_LIB_SELECTION_MEMORYPROFILE_H
