//===- MessageFetch.cpp - Fetches by messages -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../collectives/FetchElements.h"
#include "../collectives/Strided.h"
#include "../plans/FetchSendWalk.h"
#include "../plans/FetchWalk.h"
#include "MessageRound.h"

using namespace dtensor::runtime;

namespace {
struct Key {
  int64_t words[3 + 2 * kMaxRank];

  Key(const FetchPlan &plan, int64_t process, int64_t holder,
      const FetchPiece &piece) {
    words[0] = process;
    words[1] = holder;
    words[2] = piece.source;
    for (int64_t axis = 0; axis < plan.rank; ++axis) {
      words[3 + 2 * axis] = piece.steps[axis].begin;
      words[4 + 2 * axis] = piece.steps[axis].end;
    }
  }
};
} // namespace

static int64_t getBytes(const FetchPlan &plan, const FetchPiece &piece) {
  int64_t extents[kMaxRank];
  getNumSteps(plan, piece, extents);
  int64_t bytes = plan.elementSize;
  for (int64_t axis = 0; axis < plan.rank; ++axis)
    bytes *= extents[axis];
  return bytes;
}

/// Calls `function(process, piece)` for each piece that another process needs
/// of `member`.
template <typename Function>
static void forEachSent(const MessageRound &round, const FetchPlan &plan,
                        const DtDevice &member, Function &&function) {
  plan.forEachSend(member.getPlace(), [&](const FetchPiece &piece) {
    int64_t process = round.getOtherProcess(piece.peer);
    if (process >= 0)
      function(process, piece);
  });
}

static void list(const MessageRound &round, const FetchPlan &plan,
                 PartTable &sends, PartTable &receives) {
  round.forEachMember([&](const DtDevice &member) {
    forEachSent(round, plan, member,
                [&](int64_t process, const FetchPiece &piece) {
                  sends.add(Key(plan, process, member.index, piece).words,
                            getBytes(plan, piece), plan.elementSize);
                });
    plan.forEachReceive(member.getPlace(), [&](const FetchPiece &piece) {
      int64_t process = round.getOtherProcess(piece.peer);
      if (process >= 0)
        receives.add(Key(plan, process, piece.peer, piece).words,
                     getBytes(plan, piece), plan.elementSize);
    });
  });
}

static void pack(const MessageRound &round, const FetchPlan &plan,
                 const PartTable &sends) {
  round.forEachMember([&](const DtDevice &member) {
    int64_t last = -1;
    forEachSent(round, plan, member,
                [&](int64_t process, const FetchPiece &piece) {
                  int64_t part =
                      sends.find(Key(plan, process, member.index, piece).words);
                  if (part == last)
                    return;
                  last = part;
                  const DtMemRef &source =
                      *round.reach(member.index)->sources[piece.source];
                  FetchElements held = getHeldElements(plan, piece, source);
                  int64_t extents[kMaxRank];
                  getNumSteps(plan, piece, extents);
                  round.packBox(sends.getPlace(part), plan.rank, extents,
                                {&member, held.first, held.strides});
                });
  });
}

/// Lets large pieces come where the members need them.
static void land(const MessageRound &round, const FetchPlan &plan,
                 const PartTable &receives) {
  // Later sources overwrite earlier ones, in whatever order pieces come.
  if (plan.numSources > 1)
    return;
  round.forEachMember([&](const DtDevice &member) {
    const DtMemRef &destination = *round.reach(member.index)->destination;
    plan.forEachReceive(member.getPlace(), [&](const FetchPiece &piece) {
      int64_t process = round.getOtherProcess(piece.peer);
      if (process < 0)
        return;
      int64_t part = receives.find(Key(plan, process, piece.peer, piece).words);
      FetchElements wanted = getWantedElements(plan, piece, destination);
      int64_t extents[kMaxRank];
      getNumSteps(plan, piece, extents);
      round.landBox(receives.getPlace(part), plan.rank, extents,
                    {&member, wanted.first, wanted.strides});
    });
  });
}

/// Writes a piece that has come, or that a device of this process holds, to its
/// place in the destination of `device`.
static void place(const MessageRound &round, const FetchPlan &plan,
                  const FetchPiece &piece, const DtDevice &device,
                  const DtMemRef &destination) {
  FetchElements wanted = getWantedElements(plan, piece, destination);
  MessageRound::Elements to{&device, wanted.first, wanted.strides};
  int64_t extents[kMaxRank];
  getNumSteps(plan, piece, extents);
  if (const Posting *peer = round.reach(piece.peer)) {
    FetchElements held =
        getHeldElements(plan, piece, *peer->sources[piece.source]);
    return round.copyBoxWithin(
        plan.rank, extents,
        {&device.context->getDevice(piece.peer), held.first, held.strides}, to);
  }
  int64_t process = round.getOtherProcess(piece.peer);
  round.copyPart(Key(plan, process, piece.peer, piece).words, plan.rank,
                 extents, to);
}

void MessageTransport::fetch(DtDevice &device, const FetchPlan &plan,
                             const DtMemRef *const *sources,
                             const DtMemRef &destination, const char *where) {
  if (isWithinProcess(device, plan.group, where))
    return InProcessTransport::fetch(device, plan, sources, destination, where);
  MessageRound round(*this, device, plan, where);
  Posting posting;
  posting.site = plan.data;
  posting.destination = &destination;
  posting.sources = sources;
  // Later sources overwrite earlier ones. Pieces of a single one are moved in
  // any order: those of this process while messages are under way.
  bool isSingle = plan.numSources == 1;
  int64_t count = plan.numLoops + 4 * plan.rank * plan.numSources;
  if (isSingle ? round.enter(posting, plan.rank, plan.numbers, count,
                             /*step=*/0)
               : round.enter(posting))
    round.post(
        plan.numbers, count,
        /*step=*/0, /*keySize=*/3 + 2 * plan.rank,
        [&](PartTable &sends, PartTable &receives) {
          list(round, plan, sends, receives);
        },
        [&](const PartTable &sends) { pack(round, plan, sends); },
        [&](const PartTable &receives) { land(round, plan, receives); });
  if (round.knowsMoves()) {
    round.copyWithin();
    round.wait();
    round.copyArrivals();
    return round.exit();
  }
  auto isOther = [&](const FetchPiece &piece) {
    return round.getOtherProcess(piece.peer) >= 0;
  };
  if (isSingle)
    plan.forEachReceive(device.getPlace(), [&](const FetchPiece &piece) {
      if (!isOther(piece))
        place(round, plan, piece, device, destination);
    });
  round.wait();
  bool isComplete =
      plan.forEachReceive(device.getPlace(), [&](const FetchPiece &piece) {
        if (!isSingle || isOther(piece))
          place(round, plan, piece, device, destination);
      });
  if (!isComplete)
    round.fail("a fetch needs devices outside of its group");
  round.exit();
}
