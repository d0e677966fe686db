//===- ProcessTree.h - Processes as leaves of a tree ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_PROCESSTREE_H
#define DTENSOR_RUNTIME_TRANSPORT_PROCESSTREE_H

#include "../Deal.h"

namespace dtensor::runtime {

/// The tree of a combination (see CombineTree) from the processes up, if each
/// process has all addends of one subtree. From level to level, the processes
/// of two subtrees become those of one. Levels are those of the innermost mesh
/// dimension, then those of the next one. There are about log2 of the number of
/// processes. Everything is computed from the coordinates of one device.
class ProcessTree {
public:
  /// The tree of the group of `device` that `dims` span.
  ProcessTree(const Topology &topology, const Deal &deal, DimMask dims,
              int64_t device);

  /// Whether each process has one subtree. Otherwise nothing else may be asked.
  bool hasSubtrees() const { return isTree; }
  int64_t getNumProcesses() const { return numProcesses; }
  int64_t getNumLevels() const { return numLevels; }
  /// Whether two subtrees always have equally many processes.
  bool isBalanced() const { return numProcesses == int64_t(1) << numLevels; }

  /// A message to or from another process, or one each way.
  struct Step {
    /// The same for the other process.
    int64_t number;
    int64_t process;
    bool sends;
    bool receives;
    /// The subtree of this process is the first one of the two.
    bool isFirst;
  };
  static constexpr int64_t kMaxLevels = 40;

  /// Calls `function(step)` for the steps of this process after which it has
  /// the value of the whole tree. Where two subtrees have equally many
  /// processes, pairs of these exchange their values. If the second one has
  /// fewer, the rest of the first one gets the new value afterwards: each
  /// process that has it passes it on. A balanced tree has one step a level.
  template <typename Function> void forEachStep(Function &&function) const {
    for (int64_t i = 0; i < numLevels; ++i)
      forEachStepOf(i, function);
  }

  /// The largest number of steps one after the other.
  int64_t getNumSteps() const;

  struct Range {
    int64_t begin, end;
    int64_t size() const { return end - begin; }
  };
  /// What all coordinates along a dimension have in common, counted in
  /// processes.
  struct Residue {
    int64_t residue, modulus;
  };
  /// That of the processes at some places of a balanced tree, which are a
  /// subtree. They have all coordinates with this residue.
  Residue getResidue(Range places, int64_t dim) const;

  /// The first device of the process at a place of a balanced tree. Places put
  /// the processes in an order in which two subtrees divide into their first
  /// and their second processes, by halves: bit 0 of the coordinate is the
  /// major one.
  int64_t getDeviceAt(int64_t place) const;
  int64_t getOwnPlace() const;
  /// The device with the smallest coordinates in this process.
  int64_t getFirstDevice() const { return first; }
  int64_t getBlockSize(int64_t dim) const { return deal.getBlockSize(dim); }

private:
  struct Level {
    int64_t dim;
    /// The number of processes along the dimension in the first subtree.
    int64_t half;
  };

  int64_t getCount(int64_t dim) const {
    return topology.getSize(dim) / deal.getBlockSize(dim);
  }
  int64_t getCoordinate(int64_t dim) const {
    return topology.getCoordinate(first, dim) / deal.getBlockSize(dim);
  }
  /// The process whose coordinate along `dim` is larger by `difference`.
  int64_t getProcess(int64_t dim, int64_t difference) const {
    return deal.getProcess(first + difference * deal.getBlockSize(dim) *
                                       topology.getStride(dim));
  }
  /// The number of processes of the second subtree of the one with `own`.
  static int64_t countSecond(int64_t count, int64_t own, int64_t half) {
    int64_t middle = (own & ~(2 * half - 1)) + half;
    return middle < count ? (count - middle < half ? count - middle : half) : 0;
  }

  template <typename Function>
  void forEachStepOf(int64_t number, Function &&function) const {
    auto [dim, half] = levels[number];
    int64_t own = getCoordinate(dim);
    int64_t numSecond = countSecond(getCount(dim), own, half);
    bool isFirst = (own & half) == 0;
    int64_t place = own & (half - 1);
    if (place < numSecond)
      function(Step{number, getProcess(dim, isFirst ? half : -half), true, true,
                    isFirst});
    if (!isFirst || numSecond == 0)
      return;
    for (int64_t have = numSecond; have < half; have *= 2) {
      number += kMaxLevels;
      if (place < have && place + have < half)
        function(Step{number, getProcess(dim, have), true, false, isFirst});
      else if (place >= have && place < 2 * have)
        function(Step{number, getProcess(dim, -have), false, true, isFirst});
    }
  }

  const Topology &topology;
  const Deal &deal;
  /// The device with the smallest coordinates in this process.
  int64_t first;
  bool isTree = true;
  int64_t numProcesses = 1;
  int64_t numLevels = 0;
  Level levels[kMaxLevels];
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_PROCESSTREE_H
