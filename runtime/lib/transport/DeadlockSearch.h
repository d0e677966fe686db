//===- DeadlockSearch.h - Processes that wait for each other ----*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_DEADLOCKSEARCH_H
#define DTENSOR_RUNTIME_TRANSPORT_DEADLOCKSEARCH_H

#include "../Group.h"
#include "Exchange.h"
#include "Notices.h"

#include <chrono>
#include <string>
#include <vector>

namespace dtensor::runtime {

/// Finds processes that wait for each other in a ring, because some are in
/// other exchanges than the rest: in one over x and in one over x and y, or in
/// different subtrees of a combination. Their messages never meet, so no header
/// tells it.
///
/// A process that waits asks one of those that it waits for what that one waits
/// for. Labels go against the direction of the waits, as in the algorithm of
/// Mitchell and Merritt, "A distributed algorithm for deadlock detection and
/// resolution" (PODC 1984). A wait that finds another one behind it takes a
/// label of its own, greater than the other's. Then it passes on the greatest
/// label that it has found. One whose own label comes back is in a ring.
/// Nothing is taken for a ring that is none: what an answer tells holds as long
/// as the asker waits.
///
/// A process whose program has ended is asked too, and says so, and so does one
/// that is at a meeting to which the asker has not come. Its
/// earlier messages have come when it says so for the second time.
///
/// A process has one question under way for each of its
/// waits, so the search does not grow with the number of processes.
class DeadlockSearch {
public:
  /// The device whose wait is part of a ring or for a message that is never
  /// sent, and the error; null if there is none.
  struct Ring {
    const DtDevice *device = nullptr;
    std::string problem;
  };

  /// `mesh` is the number of the context's mesh.
  DeadlockSearch(Notices &notices, int64_t mesh)
      : notices(notices), mesh(mesh) {}

  /// Asks and answers. `newActive` are the groups with exchanges under way. The
  /// mutex of the processes is held.
  Ring look(DtContext &context, const std::vector<Group *> &newActive);

  /// Called before and after each run of a program. The mutex of the processes
  /// is held.
  void beginRun() { ++run; }
  void endRun() { notices.setEnded(mesh, run); }

private:
  using Clock = std::chrono::steady_clock;

  /// A wait of a group for the message of another process.
  struct Wait {
    Group *group;
    ExchangePosition position;
    int64_t process;
    /// Its own label and the greatest one that it knows; 0 before there is one.
    uint64_t own = 0, known = 0;
    /// Where a process of the ring is elsewhere.
    std::string text = {};
    uint64_t question = 0;
    bool isAsked = false;
    /// Whether an answer has told that the message is never sent.
    bool isOver = false;
    Clock::time_point next{};
  };

  void update();
  Wait *find(const Group &group);
  void ask(Wait &wait);
  void answer(DtContext &context, const Notice &question);
  /// The wait because of which a message that a question is about is not sent;
  /// null if there is none. `elsewhere` tells where the process is, if that is
  /// in another group.
  Wait *findBlocker(DtContext &context, const Notice &question,
                    std::string &elsewhere);
  /// The same for a group that has not begun the exchange.
  Wait *findMissing(DtContext &context, const Group &group,
                    std::string &elsewhere);
  /// Whether the device that a question is about has ended its program.
  bool hasEnded(DtContext &context, const Notice &question);
  /// Takes what an answer tells; returns whether the wait is without end.
  bool heed(Wait &wait, const Notice &answer);

  bool isActive(const Group &group) const {
    return std::find(active.begin(), active.end(), &group) != active.end();
  }

  Notices &notices;
  int64_t mesh;
  /// How many runs have begun.
  uint64_t run = 0;
  /// During a look.
  std::vector<Group *> active;
  std::vector<Wait> waits;
  uint64_t numQuestions = 0;
  uint64_t numLabels = 0;
  Clock::time_point lastLook{};
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_DEADLOCKSEARCH_H
