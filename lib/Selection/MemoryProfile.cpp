//===- MemoryProfile.cpp --------------------------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryProfile.h"
#include "llvm/ADT/STLExtras.h"

using namespace dtensor;

MemoryProfile::MemoryProfile(llvm::ArrayRef<int64_t> usage) {
  while (numLeaves < usage.size())
    numLeaves *= 2;
  added.resize(2 * numLeaves);
  peaks.resize(2 * numLeaves);
  llvm::copy(usage, peaks.begin() + numLeaves);
  llvm::copy(usage, added.begin() + numLeaves);
  for (unsigned node = numLeaves; --node > 0;)
    peaks[node] = std::max(peaks[2 * node], peaks[2 * node + 1]);
}

void MemoryProfile::add(unsigned begin, unsigned end, int64_t bytes) {
  if (begin >= end)
    return;
  auto addTo = [&](unsigned node) {
    added[node] += bytes;
    peaks[node] += bytes;
  };
  unsigned left = begin + numLeaves, right = end + numLeaves;
  unsigned first = left, last = right - 1;
  for (; left < right; left /= 2, right /= 2) {
    if (left % 2)
      addTo(left++);
    if (right % 2)
      addTo(--right);
  }
  // The nodes above the ends of the interval.
  for (unsigned leaf : {first, last})
    for (unsigned node = leaf / 2; node > 0; node /= 2)
      peaks[node] =
          std::max(peaks[2 * node], peaks[2 * node + 1]) + added[node];
}

unsigned MemoryProfile::getPeakPoint() const {
  unsigned node = 1;
  while (node < numLeaves)
    node = peaks[2 * node] >= peaks[2 * node + 1] ? 2 * node : 2 * node + 1;
  return node - numLeaves;
}
