//===- ProcessTeams.cpp - Steps up a tree of processes --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessTeams.h"

#include <algorithm>

using namespace dtensor::runtime;

ProcessTeams::ProcessTeams(const ProcessRow &row, const CombineTree &tree)
    : row(row), tree(tree) {
  if (!row.isRow())
    return;
  numLevels = 63 - __builtin_clzll(row.getNumProcesses());
  own[numLevels] = {0, row.getNumProcesses()};
  for (int64_t level = numLevels; level-- > 0;) {
    Range places = own[level + 1];
    int64_t middle = divide(places, int64_t(2) << level);
    Range first{places.begin, middle}, second{middle, places.end};
    bool isFirst = row.getOwnPlace() < middle;
    own[level] = isFirst ? first : second;
    other[level] = isFirst ? second : first;
  }
  for (int64_t level = 0; level < numLevels; ++level) {
    // The same way down on the other side.
    Range places = other[level];
    for (int64_t below = level; below-- > 0;) {
      int64_t middle = divide(places, int64_t(2) << below);
      places = isFirst(below) ? Range{places.begin, middle}
                              : Range{middle, places.end};
    }
    partner[level] = places;
  }
}

int64_t ProcessTeams::divide(Range places, int64_t numTeams) const {
  // Each half has at least one process for each team, and at most two.
  int64_t half = numTeams / 2;
  int64_t low = std::max(places.begin + half, places.end - numTeams);
  int64_t high = std::min(places.begin + numTeams, places.end - half);
  if (low == high)
    return low;
  // The largest subtrees end there.
  return row.getPlace(
      tree.getBorder(row.getFirstRank(low) - 1, row.getFirstRank(high)));
}
