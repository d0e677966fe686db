//===- MessageReshape.cpp - Reshapes by messages --------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../collectives/CopyElements.h"
#include "MessageRound.h"

using namespace dtensor::runtime;

namespace {
struct Key {
  int64_t words[4];

  Key(int64_t process, int64_t holder, const ReshapeRun &run)
      : words{process, holder, run.position, run.length} {}
};

/// Elements that lie together.
struct Packed {
  explicit Packed(const char *data) {
    memref.allocated = memref.aligned = const_cast<char *>(data);
    memref.offset = 0;
    memref.sizesAndStrides[0] = INT64_MAX;
    memref.sizesAndStrides[1] = 1;
  }
  ElementPlace get() const { return {memref, 1, &first}; }

  int64_t first = 0;
  union {
    DtMemRef memref;
    char bytes[sizeof(DtMemRef) + 2 * sizeof(int64_t)];
  };
};
} // namespace

/// Calls `function(process, run)` for each run that another process needs of
/// `member`.
template <typename Function>
static void forEachSent(const MessageRound &round, const ReshapePlan &plan,
                        const DtDevice &member, Function &&function) {
  plan.forEachSend(member.getPlace(), [&](const ReshapeRun &run) {
    int64_t process = round.getOtherProcess(run.peer);
    if (process >= 0)
      function(process, run);
  });
}

static void list(const MessageRound &round, const ReshapePlan &plan,
                 PartTable &sends, PartTable &receives) {
  round.forEachMember([&](const DtDevice &member) {
    forEachSent(round, plan, member,
                [&](int64_t process, const ReshapeRun &run) {
                  sends.add(Key(process, member.index, run).words,
                            run.length * plan.elementSize, plan.elementSize);
                });
    plan.forEachReceive(member.getPlace(), [&](const ReshapeRun &run) {
      int64_t process = round.getOtherProcess(run.peer);
      if (process >= 0)
        receives.add(Key(process, run.peer, run).words,
                     run.length * plan.elementSize, plan.elementSize);
    });
  });
}

static void pack(const MessageRound &round, const ReshapePlan &plan,
                 const PartTable &sends) {
  round.forEachMember([&](const DtDevice &member) {
    int64_t last = -1;
    forEachSent(
        round, plan, member, [&](int64_t process, const ReshapeRun &run) {
          int64_t part = sends.find(Key(process, member.index, run).words);
          if (part == last)
            return;
          last = part;
          char *target = round.getExchange().getSent(sends.getPlace(part));
          const DtMemRef &source = *round.reach(member.index)->source;
          copyElements(plan.elementSize, run.length,
                       {source, plan.from.rank, run.own}, Packed(target).get());
        });
  });
}

void MessageTransport::reshape(DtDevice &device, const ReshapePlan &plan,
                               const DtMemRef &source,
                               const DtMemRef &destination, const char *where) {
  if (isWithinProcess(device, plan.group, where))
    return InProcessTransport::reshape(device, plan, source, destination,
                                       where);
  MessageRound round(*this, device, plan, where);
  if (round.enter({plan.data, &source, &destination})) {
    // The extents of both shapes.
    int64_t numbers[2 * kMaxRank];
    std::copy_n(plan.from.extents, plan.from.rank, numbers);
    std::copy_n(plan.to.extents, plan.to.rank, numbers + plan.from.rank);
    round.post(
        numbers, plan.from.rank + plan.to.rank, /*step=*/0, /*keySize=*/4,
        [&](PartTable &sends, PartTable &receives) {
          list(round, plan, sends, receives);
        },
        [&](const PartTable &sends) { pack(round, plan, sends); },
        [](const PartTable &) {});
  }
  round.wait();
  bool isComplete =
      plan.forEachReceive(device.getPlace(), [&](const ReshapeRun &run) {
        ElementPlace wanted = {destination, plan.to.rank, run.own};
        if (const Posting *peer = round.reach(run.peer))
          return copyElements(plan.elementSize, run.length,
                              {*peer->source, plan.from.rank, run.other},
                              wanted);
        int64_t process = round.getOtherProcess(run.peer);
        Packed part(round.getPart(Key(process, run.peer, run).words));
        copyElements(plan.elementSize, run.length, part.get(), wanted);
      });
  if (!isComplete)
    round.fail("a reshape's destination needs devices outside of its group");
  round.exit();
}
