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
#include "ProcessTeams.h"
#include "SubtreeSums.h"
#include "TreeShares.h"

namespace dtensor::runtime {

/// A combination among many processes, up the tree of its addends. From step to
/// step, what two ranges of processes have becomes one, so a process has about
/// log2 P messages instead of P - 1. A range has the sums of its largest
/// subtrees (see SubtreeSums), which is one value if the range is a subtree. So
/// the operations are those of one process, for any number of processes and any
/// number of addends in each. The first device of each process does it for all
/// of them.
///
/// Of few bytes, processes exchange whole values, and all have the sum in the
/// end ("recursive doubling"). Of more bytes, a process keeps half of the
/// elements after each step and sends the other ones ("recursive halving"),
/// until it has its share of the sum. If all need it, the same steps backwards
/// gather the shares.
///
/// If the number of processes is no power of two, some teams are pairs (see
/// ProcessTeams). Each of a pair halves one of two parts of the elements, and a
/// team of one process halves both.
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
  using Range = ProcessRow::Range;
  /// The parts that go to a process and come from it in a step.
  struct Letter {
    int64_t process;
    int64_t firstPart, numParts;
    bool sends, receives;
  };
  struct Letters {
    int64_t count = 0;
    Letter letters[2];
    /// In the order of the processes.
    void add(Letter letter);
  };
  /// The elements of each part that stay here in a step, and the others.
  struct Halves {
    Range kept[2], sent[2];
  };

  Way choose() const;
  void lead();
  int64_t countSlots() const;
  void combineOwn(const TreeShares::Share &share);
  void combineOwn(const Box &part, int64_t element);
  bool isOfPair() const { return teams.getOwn(0).size() == 2; }
  int64_t getMate() const;
  void doubleWhole();
  void halve();
  void gather();
  Letters addressTeam(int64_t level) const;
  /// One exchange, after which the sums are those of more addends. `sent` and
  /// `kept` are the elements of each part.
  void join(const Letters &letters, int64_t number, Range others,
            const Range *sent, const Range *kept, int64_t numKept);
  /// Counts what is sent of addends as they are.
  void countUncombined(Range sent);
  /// One exchange. `forEachSent(letter, f)` calls `f(data, bytes)`, and
  /// `forEachReceived(letter, f)` calls `f(place, bytes)` with the place where
  /// the bytes are to come. If that is null, it is set to where they are.
  template <typename Sent, typename Received>
  void exchange(const Letters &letters, int64_t number, Sent &&forEachSent,
                Received &&forEachReceived);
  void finish();
  int64_t getValueBytes() const;

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
  CombineTree tree;
  ProcessRow row;
  ProcessTeams teams;
  int64_t elementSize;
  int64_t unit;
  /// The whole box of every member, and its elements.
  Box box;
  int64_t numElements;
  Way way;
  TreeShares shares;
  SubtreeSums sums;
  /// Those of the sum, if they are gathered. The intermediate results are
  /// behind them.
  char *values = nullptr;
  /// The parts of the elements that this process has: one, or both.
  int64_t numParts = 1;
  Range parts[2];
  Halves steps[ProcessTeams::kMaxLevels];
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_TREECOMBINATION_H
