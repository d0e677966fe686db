//===- CombineTree.h - The order in which a group combines ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PLANS_COMBINETREE_H
#define DTENSOR_RUNTIME_PLANS_COMBINETREE_H

#include "../Topology.h"

namespace dtensor::runtime {

/// The tree of operations that combines the addends of a group. Addends are
/// numbered in row-major order over the group's mesh dimensions.
///
/// Addends are first combined along the innermost dimension, then their results
/// along the next one. Along a dimension, the first 2^k addends are a subtree,
/// where 2^k is the largest power of two below their number, and the rest is
/// another one. For example, 5 addends are ((0 1) (2 3)) 4, and 2x3 addends are
/// ((0 1) 2) ((3 4) 5).
///
/// The tree therefore depends on coordinates alone. Devices that have all
/// coordinates of some inner dimensions form a subtree, and so do the 2^k
/// devices whose coordinates along a dimension begin at a multiple of 2^k.
class CombineTree {
public:
  CombineTree(const Topology &topology, DimMask dims)
      : topology(topology), dims(dims) {}

  /// The number of subtrees that end with the addend at `rank`. Addends are
  /// pushed in order on a stack of intermediate results. After this addend is
  /// pushed, the last two entries of the stack are combined that many times.
  int64_t getNumMerges(int64_t rank) const {
    int64_t numMerges = 0;
    for (DimMask rest = dims; rest != 0;) {
      int64_t dim = 63 - __builtin_clzll(rest);
      rest &= ~maskOf(dim);
      int64_t size = topology.getSize(dim);
      int64_t coordinate = rank % size;
      rank /= size;
      if (coordinate + 1 < size)
        return numMerges + __builtin_ctzll(coordinate + 1);
      numMerges += __builtin_popcountll(coordinate);
    }
    return numMerges;
  }

  /// The same for the subtree of the addends [rank, rank + count) if a single
  /// operand stands for all of them.
  int64_t getNumMerges(int64_t rank, int64_t count) const {
    int64_t numMerges = getNumMerges(rank + count - 1);
    for (; count > 1; count -= getFirstCount(count))
      --numMerges;
    return numMerges;
  }

  /// Calls `function(rank, count)` in order for subtrees that are the whole
  /// tree together. `isWhole(rank, count)` tells whether a subtree is not to be
  /// divided; it is not asked about single addends.
  template <typename IsWhole, typename Function>
  void forEachSubtree(IsWhole &&isWhole, Function &&function) const {
    divide(0, topology.getGroupSize(dims), isWhole, function);
  }

  /// Calls `function(rank, count)` in order for the largest subtrees of the
  /// addends [begin, end).
  template <typename Function>
  void forEachSubtreeOf(int64_t begin, int64_t end, Function &&function) const {
    auto isInside = [&](int64_t rank, int64_t count) {
      return rank >= begin && rank + count <= end;
    };
    forEachSubtree(
        [&](int64_t rank, int64_t count) {
          return isInside(rank, count) || rank >= end || rank + count <= begin;
        },
        [&](int64_t rank, int64_t count) {
          if (isInside(rank, count))
            function(rank, count);
        });
  }

  /// Where the smallest subtree with two addends divides: the rank of the first
  /// addend of its second half.
  int64_t getBorder(int64_t first, int64_t last) const {
    int64_t rank = 0, count = topology.getGroupSize(dims);
    while (true) {
      int64_t half = getFirstCount(count);
      if (last < rank + half) {
        count = half;
      } else if (first >= rank + half) {
        rank += half;
        count -= half;
      } else {
        return rank + half;
      }
    }
  }

private:
  /// The number of addends in the first half of a subtree of `count`.
  int64_t getFirstCount(int64_t count) const {
    // The dimension along which the subtree's last operations are.
    int64_t inner = 1;
    for (DimMask rest = dims; rest != 0;) {
      int64_t dim = 63 - __builtin_clzll(rest);
      rest &= ~maskOf(dim);
      int64_t outer = inner * topology.getSize(dim);
      if (outer >= count)
        break;
      inner = outer;
    }
    return inner << (63 - __builtin_clzll(count / inner - 1));
  }

  template <typename IsWhole, typename Function>
  void divide(int64_t rank, int64_t count, IsWhole &isWhole,
              Function &function) const {
    if (count == 1 || isWhole(rank, count))
      return function(rank, count);
    int64_t first = getFirstCount(count);
    divide(rank, first, isWhole, function);
    divide(rank + first, count - first, isWhole, function);
  }

  const Topology &topology;
  DimMask dims;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PLANS_COMBINETREE_H
