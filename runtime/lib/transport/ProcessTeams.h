//===- ProcessTeams.h - Steps up a tree of processes ------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_PROCESSTEAMS_H
#define DTENSOR_RUNTIME_TRANSPORT_PROCESSTEAMS_H

#include "../plans/CombineTree.h"
#include "ProcessRow.h"

namespace dtensor::runtime {

/// The processes of a row as 2^k teams of one process or two, for any number of
/// processes. On each of k levels, two ranges of equally many teams become one.
/// The ranges are subtrees of the combination, or as near to them as possible.
class ProcessTeams {
public:
  using Range = ProcessRow::Range;
  /// The logarithm of the largest number of processes.
  static constexpr int64_t kMaxLevels = 20;

  /// The teams as the process of the row's device sees them.
  ProcessTeams(const ProcessRow &row, const CombineTree &tree);

  int64_t getNumLevels() const { return numLevels; }
  /// Whether some teams have two processes.
  bool hasPairs() const {
    return row.getNumProcesses() != int64_t(1) << numLevels;
  }
  /// The number of steps until all have the whole: pairs first become teams.
  int64_t getNumSteps() const { return numLevels + hasPairs(); }

  /// The places of the 2^level teams around this process. On level 0 they are
  /// those of its own team.
  Range getOwn(int64_t level) const { return own[level]; }
  /// Those that join them then, and whether they come behind.
  Range getOther(int64_t level) const { return other[level]; }
  bool isFirst(int64_t level) const {
    return own[level].begin < other[level].begin;
  }
  /// The team among these that takes the place of this process's team.
  Range getPartner(int64_t level) const { return partner[level]; }

private:
  /// Where the range of `numTeams` teams at some places divides into halves.
  int64_t divide(Range places, int64_t numTeams) const;

  const ProcessRow &row;
  const CombineTree &tree;
  int64_t numLevels = 0;
  Range own[kMaxLevels + 1], other[kMaxLevels], partner[kMaxLevels];
};

static_assert(Topology::kMaxDevices == 1 << ProcessTeams::kMaxLevels);

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_PROCESSTEAMS_H
