//===- SubtreeSums.h - Sums of the subtrees of a range ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_SUBTREESUMS_H
#define DTENSOR_RUNTIME_TRANSPORT_SUBTREESUMS_H

#include "../collectives/Combine.h"
#include "../plans/CombineTree.h"
#include "ProcessRow.h"

namespace dtensor::runtime {

/// The intermediate results of a combination for a range of its addends: one
/// for each of the largest subtrees of the range, which are few. Two ranges
/// that follow each other become one by the operations of the tree, so that the
/// result does not depend on the ranges.
///
/// Each result has a slot in memory. The last one is in the first slot.
class SubtreeSums {
public:
  using Range = ProcessRow::Range;
  /// The most subtrees of a range, with room to spare.
  static constexpr int64_t kMax = 64;

  struct Subtree {
    int64_t rank, count;
    int64_t slot;
  };
  struct List {
    int64_t count = 0;
    Subtree subtrees[kMax];
  };

  SubtreeSums(const CombineTree &tree, CombineKernel kernel)
      : tree(tree), kernel(kernel) {}

  static List list(const CombineTree &tree, Range ranks);
  static int64_t count(const CombineTree &tree, Range ranks);

  /// Begins with the results of a range, which are in `memory`, or will be
  /// there. Slots have `size` elements of `unit` bytes.
  void start(Range ranks, char *memory, int64_t size, int64_t unit);

  int64_t getCount() const { return own.count; }
  const Subtree &get(int64_t i) const { return own.subtrees[i]; }
  /// The result of a subtree from an element on.
  char *getSum(int64_t i, int64_t element) const {
    return getSlot(own.subtrees[i].slot, element);
  }

  /// Takes the results of a range before this one or behind it. `arrived[p]`
  /// are those of the elements `parts[p]`. `operands` is space for those of all
  /// results.
  void join(Range ranks, int64_t numParts, const Range *parts,
            const char *const (*arrived)[kMax], RunOperand *operands);

private:
  char *getSlot(int64_t slot, int64_t element) const {
    return memory + (slot * size + element) * unit;
  }

  const CombineTree &tree;
  CombineKernel kernel;
  Range range{};
  List own;
  char *memory = nullptr;
  int64_t size = 0;
  int64_t unit = 0;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_SUBTREESUMS_H
