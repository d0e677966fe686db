//===- Neighbours.h - The processes that watch each other -------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_PROCESSES_NEIGHBOURS_H
#define DTENSOR_RUNTIME_PROCESSES_NEIGHBOURS_H

#include <cstdint>
#include <vector>

namespace dtensor::runtime {

/// The graph of the processes that watch each other and pass on news: a ring
/// and a binary tree. A process has at most five neighbours, however many
/// processes there are. If some processes die at once, every remaining part of
/// the graph has had one of them as a neighbour, since the graph is connected.
/// So all survivors learn of it.
class Neighbours {
public:
  Neighbours(int64_t rank, int64_t numProcesses);

  /// The neighbours, in the order of their ranks. If a process is in this list
  /// of another one, the other one is in its list.
  const std::vector<int64_t> &get() const { return ranks; }
  /// The parent in the tree; -1 for process 0.
  int64_t getParent() const { return rank == 0 ? -1 : (rank - 1) / 2; }
  /// The children in the tree.
  const std::vector<int64_t> &getChildren() const { return children; }

private:
  int64_t rank;
  std::vector<int64_t> ranks;
  std::vector<int64_t> children;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_PROCESSES_NEIGHBOURS_H
