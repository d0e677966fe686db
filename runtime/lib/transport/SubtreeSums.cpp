//===- SubtreeSums.cpp - Sums of the subtrees of a range ------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SubtreeSums.h"

#include <algorithm>
#include <cassert>
#include <cstring>

using namespace dtensor::runtime;

SubtreeSums::List SubtreeSums::list(const CombineTree &tree, Range ranks) {
  List list;
  tree.forEachSubtreeOf(ranks.begin, ranks.end,
                        [&](int64_t rank, int64_t count) {
                          assert(list.count < kMax && "too many subtrees");
                          list.subtrees[list.count] = {rank, count, list.count};
                          ++list.count;
                        });
  return list;
}

int64_t SubtreeSums::count(const CombineTree &tree, Range ranks) {
  int64_t count = 0;
  tree.forEachSubtreeOf(ranks.begin, ranks.end,
                        [&](int64_t, int64_t) { ++count; });
  return count;
}

void SubtreeSums::start(Range ranks, char *newMemory, int64_t newSize,
                        int64_t newUnit) {
  range = ranks;
  own = list(tree, ranks);
  memory = newMemory;
  size = newSize;
  unit = newUnit;
}

void SubtreeSums::join(Range ranks, int64_t numParts, const Range *parts,
                       const char *const (*arrived)[kMax],
                       RunOperand *operands) {
  bool isFirst = range.begin < ranks.begin;
  List before = own, other = list(tree, ranks);
  range = {std::min(range.begin, ranks.begin), std::max(range.end, ranks.end)};
  own = list(tree, range);
  // The results in their order: first those of one range, then of the other.
  int64_t numAll = before.count + other.count, next = 0;
  int64_t numFirst = isFirst ? before.count : other.count;
  auto isOwn = [&](int64_t i) { return (i < numFirst) == isFirst; };
  auto get = [&](int64_t i) -> const Subtree & {
    int64_t number = i < numFirst ? i : i - numFirst;
    return (isOwn(i) ? before : other).subtrees[number];
  };
  constexpr int64_t kNone = -1;
  int64_t firsts[kMax + 1];
  bool isUsed[kMax] = {};
  for (int64_t i = 0; i < own.count; ++i) {
    Subtree &made = own.subtrees[i];
    made.slot = kNone;
    firsts[i] = next;
    for (; next < numAll && get(next).rank < made.rank + made.count; ++next)
      if (isOwn(next) && (made.slot == kNone || get(next).slot < made.slot))
        made.slot = get(next).slot;
    if (made.slot != kNone)
      isUsed[made.slot] = true;
  }
  firsts[own.count] = next;

  auto make = [&](const Subtree &made, int64_t begin, int64_t end) {
    CombineRun run;
    run.destinationStride = 1;
    run.operands = operands;
    run.numOperands = end - begin;
    run.numAddends = made.count;
    run.contiguous = true;
    run.isIntermediate = true;
    for (int64_t p = 0; p < numParts; ++p) {
      int64_t depth = 0;
      for (int64_t i = begin; i < end; ++i) {
        const Subtree &part = get(i);
        RunOperand &operand = operands[i - begin];
        operand.data = isOwn(i) ? getSlot(part.slot, parts[p].begin)
                                : arrived[p][part.slot];
        operand.stride = 1;
        operand.isIntermediate = true;
        // The last one also ends subtrees that begin before this one.
        operand.numMerges =
            std::min(tree.getNumMerges(part.rank, part.count), depth);
        depth += 1 - operand.numMerges;
      }
      run.destination = getSlot(made.slot, parts[p].begin);
      run.size = parts[p].size();
      if (run.size > 0)
        kernel(run);
    }
  };
  for (int64_t i = 0; i < own.count; ++i)
    if (own.subtrees[i].slot != kNone && firsts[i + 1] - firsts[i] > 1)
      make(own.subtrees[i], firsts[i], firsts[i + 1]);
  // Subtrees that have come and are not combined yet go to slots that are free
  // now.
  int64_t free = 0;
  for (int64_t i = 0; i < own.count; ++i) {
    if (own.subtrees[i].slot != kNone)
      continue;
    while (isUsed[free])
      ++free;
    own.subtrees[i].slot = free;
    isUsed[free] = true;
    for (int64_t p = 0; p < numParts; ++p)
      if (parts[p].size() > 0)
        std::memcpy(getSlot(free, parts[p].begin),
                    arrived[p][get(firsts[i]).slot], parts[p].size() * unit);
  }
}
