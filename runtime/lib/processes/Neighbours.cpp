//===- Neighbours.cpp - The processes that watch each other ---------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Neighbours.h"

#include <algorithm>

using namespace dtensor::runtime;

Neighbours::Neighbours(int64_t rank, int64_t numProcesses) : rank(rank) {
  for (int64_t child : {2 * rank + 1, 2 * rank + 2})
    if (child < numProcesses)
      children.push_back(child);
  ranks = children;
  if (rank != 0)
    ranks.push_back(getParent());
  ranks.push_back((rank + 1) % numProcesses);
  ranks.push_back((rank + numProcesses - 1) % numProcesses);
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  std::erase(ranks, rank);
}
