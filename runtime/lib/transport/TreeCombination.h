//===- TreeCombination.h - Combinations among many processes ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_TREECOMBINATION_H
#define DTENSOR_RUNTIME_TRANSPORT_TREECOMBINATION_H

#include "MessageRound.h"
#include "TreeShares.h"

namespace dtensor::runtime {

/// A combination among many processes, up the tree of its addends. Subtrees of
/// twice as many processes are combined from step to step, so a process has
/// about log2 P messages instead of P - 1, and the operations are those of one
/// process. The first device of each process does it for all of them.
///
/// Of few bytes, pairs of processes exchange whole values, and all have the sum
/// in the end ("recursive doubling"). Of more bytes, a process keeps half of
/// the elements after each step and sends the other ones ("recursive halving"),
/// until it has its share of the sum. If all need it, the same steps backwards
/// gather the shares.
class TreeCombination {
public:
  TreeCombination(MessageTransport &transport, DtDevice &device,
                  const CollectivePlan &plan, CombineKernel kernel,
                  const DtMemRef &source, const DtMemRef &destination,
                  const char *where);

  /// With fewer processes it is never better.
  static constexpr int64_t kFewest = 7;

  /// Whether it is possible and has fewer messages, one after the other, than
  /// exchanges between all processes. All members agree on it.
  bool isBetter() const { return way != Way::None; }

  void run();

private:
  enum class Way {
    None,
    /// Whole values, or shares that are gathered in the end.
    Doubling,
    HalvingAndDoubling,
    /// Each process needs a part of its own.
    Halving,
  };
  using Range = ProcessTree::Range;

  Way choose() const;
  void lead();
  void combineOwn();
  void combineOwn(const TreeShares::Share &share);
  void combineOwn(const Box &box, char *target);
  void doubleWhole();
  Range halve();
  void gather(Range share);
  /// One exchange. Returns what has come, which is at `into` if that is given.
  const char *exchange(const ProcessTree::Step &step, int64_t number,
                       const char *data, int64_t sent, int64_t received,
                       char *into = nullptr);
  /// Combines what has come with a range of the own values.
  void merge(const ProcessTree::Step &step, char *own, const char *other,
             int64_t size);
  void finish();

  MessageTransport &transport;
  DtDevice &device;
  DtContext &context;
  const CollectivePlan &plan;
  const Site &site;
  CombineKernel kernel;
  const DtMemRef &source;
  const DtMemRef &destination;
  const char *where;
  MessageRound round;
  ProcessTree tree;
  int64_t elementSize;
  int64_t unit;
  /// The whole box of every member, and its elements.
  Box box;
  int64_t numElements;
  Way way;
  TreeShares shares;
  /// Intermediate results, and behind them the values of the sum, if they are
  /// gathered.
  char *sums = nullptr;
  char *values = nullptr;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_TREECOMBINATION_H
