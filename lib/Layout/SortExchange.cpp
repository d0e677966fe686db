//===- SortExchange.cpp - The exchange of a sort --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dtensor/Layout/SortExchange.h"
#include "llvm/Support/MathExtras.h"

using namespace dtensor;

SortExchange dtensor::getSortExchange(int64_t extent, int64_t count) {
  if (extent <= 0 || count <= 1)
    return {};
  int64_t part = llvm::divideCeil(extent, count);
  SortExchange merged{0, extent - extent / count};
  // Each round halves the range of possible splitters of at least one part.
  int64_t rounds = count * (llvm::Log2_64(part) + 1);
  SortExchange cut{rounds, part + rounds * 2 * count};
  return cut.positions < merged.positions ? cut : merged;
}
