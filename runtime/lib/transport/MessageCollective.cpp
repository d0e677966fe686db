//===- MessageCollective.cpp - Collectives by messages --------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MessageCollective.h"
#include "../collectives/Strided.h"
#include "LongCombination.h"
#include "RoundGather.h"
#include "TreeCombination.h"

using namespace dtensor::runtime;

namespace {

/// One exchange of a collective on one device. It lives on the device's stack
/// and is abandoned with it, so no member may need a destructor.
class MessageCollective {
public:
  MessageCollective(MessageTransport &transport, DtDevice &device,
                    const CollectivePlan &plan, CombineKernel kernel,
                    const DtMemRef &source, const DtMemRef &destination,
                    const char *where, int64_t step)
      : transport(transport), device(device), context(*device.context),
        topology(plan.topology), plan(plan), site(plan.site), kernel(kernel),
        source(source), destination(destination),
        round(transport, device, plan, where), step(step),
        elementSize(plan.elementSize), numAddends(plan.getNumAddends()),
        intermediateSize(numAddends > 1
                             ? getIntermediateSize(site.type, site.combiner)
                             : elementSize),
        tree(plan.getTree()), keySize(3 + 2 * site.rank) {}

  void run();

private:
  /// A part of a message: a box that `holder` has, or that is combined from
  /// what `count` devices from `holder` on have.
  struct Part {
    int64_t process;
    int64_t holder;
    int64_t count;
    const Box *box;
  };
  struct Key {
    int64_t words[3 + 2 * kMaxRank];
  };

  Key getKey(const Part &part) const;
  void add(PartTable &table, const Part &part) const;
  int64_t getUnit(int64_t count) const {
    return count > 1 ? intermediateSize : elementSize;
  }

  /// Calls `function(part, piece)` for each part that `member` sends for
  /// itself and its subtree.
  template <typename Function>
  void forEachSent(const DtDevice &member, Function &&function) const;
  /// Calls `function(rank, count, process)` for each operand of a piece. The
  /// process is -1 for those in this process, which are single.
  template <typename Function>
  void forEachOperand(const Piece &piece, Function &&function) const;

  void list(PartTable &sends, PartTable &receives) const;
  void pack(const PartTable &sends);
  void packPart(const Part &part, PartTable::Place place);
  void land(const PartTable &receives);

  void produceAll(bool beginsEarly);
  /// Calls `function` for the pieces of the destination that this device
  /// produces. Returns the number of elements of all pieces.
  template <typename Function> int64_t forEachProduced(Function &&function);
  bool isLocal(const Piece &piece) const {
    return round.getOtherProcess(piece.peer) < 0;
  }
  void produce(const Piece &piece);
  void combine(const Piece &piece, char *target);
  void reserveOperands();

  /// The first element of a box in a component that begins at `start`.
  char *getPlace(const Box &box, const int64_t *start,
                 const DtMemRef &memref) const;
  const int64_t *getStrides(const DtMemRef &memref) const {
    return memref.sizesAndStrides + site.rank;
  }

  MessageTransport &transport;
  DtDevice &device;
  DtContext &context;
  const Topology &topology;
  const CollectivePlan &plan;
  const Site &site;
  CombineKernel kernel;
  const DtMemRef &source;
  const DtMemRef &destination;
  MessageRound round;
  int64_t step;

  int64_t elementSize;
  int64_t numAddends;
  int64_t intermediateSize;
  CombineTree tree;
  int64_t keySize;
  /// What the device produces.
  Box toBox;
};

} // namespace

MessageCollective::Key MessageCollective::getKey(const Part &part) const {
  Key key;
  key.words[0] = part.process;
  key.words[1] = part.holder;
  key.words[2] = part.count;
  for (int64_t axis = 0; axis < site.rank; ++axis) {
    key.words[3 + 2 * axis] = part.box->offset[axis];
    key.words[4 + 2 * axis] = part.box->extent[axis];
  }
  return key;
}

void MessageCollective::add(PartTable &table, const Part &part) const {
  int64_t unit = getUnit(part.count);
  table.add(getKey(part).words, part.box->getNumElements(site.rank) * unit,
            unit, /*isMade=*/part.count > 1);
}

template <typename Function>
void MessageCollective::forEachSent(const DtDevice &member,
                                    Function &&function) const {
  int64_t own = plan.getAddendRank(member.index);
  // The largest subtree around the member's addend that this process has whole.
  int64_t first = own, count = 1;
  if (numAddends > 1)
    tree.forEachSubtree(
        [&](int64_t rank, int64_t size) {
          if (own < rank || own >= rank + size)
            return true;
          for (int64_t i = rank; i < rank + size; ++i)
            if (context.deal.getLocal(plan.getAddend(member.index, i)) < 0)
              return false;
          return true;
        },
        [&](int64_t rank, int64_t size) {
          if (own >= rank && own < rank + size) {
            first = rank;
            count = size;
          }
        });
  if (first != own)
    return;
  plan.forEachSend(member.getPlace(), [&](const Piece &piece) {
    int64_t process = round.getOtherProcess(piece.peer);
    if (process >= 0)
      function(Part{process, member.index, count, &piece.box});
  });
}

template <typename Function>
void MessageCollective::forEachOperand(const Piece &piece,
                                       Function &&function) const {
  if (numAddends == 1)
    return function(int64_t(0), int64_t(1), round.getOtherProcess(piece.peer));
  auto getProcess = [&](int64_t rank) {
    return round.getOtherProcess(plan.getAddend(piece.peer, rank));
  };
  tree.forEachSubtree(
      [&](int64_t rank, int64_t count) {
        int64_t process = getProcess(rank);
        for (int64_t i = 1; i < count && process >= 0; ++i)
          if (getProcess(rank + i) != process)
            process = -1;
        return process >= 0;
      },
      [&](int64_t rank, int64_t count) {
        function(rank, count, getProcess(rank));
      });
}

void MessageCollective::list(PartTable &sends, PartTable &receives) const {
  round.forEachMember([&](const DtDevice &member) {
    forEachSent(member, [&](const Part &part) { add(sends, part); });
    plan.forEachReceive(member.getPlace(), [&](const Piece &piece) {
      forEachOperand(piece, [&](int64_t rank, int64_t count, int64_t process) {
        int64_t holder =
            numAddends == 1 ? piece.peer : plan.getAddend(piece.peer, rank);
        if (process >= 0)
          add(receives, {process, holder, count, &piece.box});
      });
    });
  });
}

char *MessageCollective::getPlace(const Box &box, const int64_t *start,
                                  const DtMemRef &memref) const {
  int64_t element = memref.offset;
  for (int64_t axis = 0; axis < site.rank; ++axis)
    element += (box.offset[axis] - start[axis]) * getStrides(memref)[axis];
  return static_cast<char *>(memref.aligned) + element * elementSize;
}

void MessageCollective::reserveOperands() {
  if (static_cast<int64_t>(device.operands.size()) >= numAddends)
    return;
  device.operands.resize(numAddends);
  device.runOperands.resize(numAddends);
}

void MessageCollective::pack(const PartTable &sends) {
  round.forEachMember([&](const DtDevice &member) {
    // Members of the receiver may share a part. It is packed for the first.
    int64_t last = -1;
    forEachSent(member, [&](const Part &part) {
      int64_t number = sends.find(getKey(part).words);
      if (number != last)
        packPart(part, sends.getPlace(number));
      last = number;
    });
  });
}

void MessageCollective::packPart(const Part &part, PartTable::Place place) {
  const Box &box = *part.box;
  int64_t rank = numAddends == 1 ? 0 : plan.getAddendRank(part.holder);
  // Addends of one part are at the same place of their tensors.
  int64_t coordinates[Topology::kMaxDims];
  Box held = plan.getSourceBox(topology.getPlace(part.holder, coordinates));
  auto getAddendPlace = [&](int64_t i) {
    int64_t holder =
        part.count == 1 ? part.holder : plan.getAddend(part.holder, i);
    return round.reach(holder)->source;
  };
  if (part.count == 1) {
    const DtMemRef &memref = *getAddendPlace(rank);
    if (numAddends > 1)
      transport.countUncombined(box.getNumElements(site.rank) * elementSize);
    round.packBox(place, site.rank, box.extent,
                  {&context.getDevice(part.holder),
                   getPlace(box, held.offset, memref), getStrides(memref)});
    return;
  }
  int64_t strides[kMaxRank];
  getPackedStrides(site.rank, box.extent, strides);
  Operand *operands = device.operands.data();
  RunOperand *runOperands = device.runOperands.data();
  int64_t depth = 0;
  for (int64_t i = 0; i < part.count; ++i) {
    const DtMemRef &memref = *getAddendPlace(rank + i);
    operands[i] = {getPlace(box, held.offset, memref), getStrides(memref),
                   elementSize};
    // The last addend also ends subtrees that begin before the part.
    int64_t numMerges = std::min(tree.getNumMerges(rank + i), depth);
    depth += 1 - numMerges;
    runOperands[i].numMerges = numMerges;
    runOperands[i].isIntermediate = false;
  }
  CombineRun run;
  run.numOperands = part.count;
  run.numAddends = part.count;
  run.isIntermediate = true;
  combineBoxes(kernel, site.rank, box.extent, operands, runOperands, run,
               round.getExchange().getSent(place), strides, intermediateSize);
}

/// Lets large parts come where the members need them. If several of them need
/// one, the others copy it from there.
void MessageCollective::land(const PartTable &receives) {
  // Addends come beside the destination, in which they are combined.
  if (numAddends > 1)
    return;
  round.forEachMember([&](const DtDevice &member) {
    const DtMemRef &memref = *round.reach(member.index)->destination;
    Box box = plan.getDestinationBox(member.getPlace());
    plan.forEachReceive(member.getPlace(), [&](const Piece &piece) {
      int64_t process = round.getOtherProcess(piece.peer);
      if (process < 0)
        return;
      int64_t part =
          receives.find(getKey({process, piece.peer, 1, &piece.box}).words);
      round.landBox(receives.getPlace(part), site.rank, piece.box.extent,
                    {&member, getPlace(piece.box, box.offset, memref),
                     getStrides(memref)});
    });
  });
}

void MessageCollective::run() {
  Posting posting{plan.data, &source, &destination};
  bool leads = numAddends == 1 ? round.enter(posting, site.rank, plan.extents,
                                             site.rank, step)
                               : round.enter(posting);
  bool hasMemory = true;
  try {
    reserveOperands();
  } catch (const std::bad_alloc &) {
    hasMemory = false;
  }
  if (!hasMemory)
    round.fail("out of memory");
  if (leads)
    round.post(
        plan.extents, site.rank, step, keySize,
        [&](PartTable &sends, PartTable &receives) { list(sends, receives); },
        [&](const PartTable &sends) { pack(sends); },
        [&](const PartTable &receives) { land(receives); });
  // What is in this process is moved while messages are under way.
  if (round.knowsMoves()) {
    round.copyWithin();
    round.wait();
    round.copyArrivals();
  } else {
    produceAll(numAddends == 1);
  }
  round.exit();
}

/// Produces the destination; begins before messages have come, if it can.
void MessageCollective::produceAll(bool beginsEarly) {
  toBox = plan.getDestinationBox(device.getPlace());
  if (beginsEarly)
    forEachProduced([&](const Piece &piece) {
      if (isLocal(piece))
        produce(piece);
    });
  round.wait();
  int64_t numProduced = forEachProduced([&](const Piece &piece) {
    if (!beginsEarly || !isLocal(piece))
      produce(piece);
  });
  if (numProduced != toBox.getNumElements(site.rank))
    round.fail("a collective's destination needs devices outside of its group");
}

template <typename Function>
int64_t MessageCollective::forEachProduced(Function &&function) {
  // Members in this process that share a destination deal out its pieces.
  int64_t numSharers = 1, sharer = 0;
  if (site.shared) {
    numSharers = 0;
    DimMask others = topology.getProperDims() & ~site.replicas;
    int64_t own = topology.getRank(device.index, others);
    round.forEachMember([&](const DtDevice &member) {
      if (topology.getRank(member.index, others) != own)
        return;
      if (member.index == device.index)
        sharer = numSharers;
      ++numSharers;
    });
  }
  int64_t numElements = 0, number = 0;
  plan.forEachReceive(device.getPlace(), [&](const Piece &piece) {
    numElements += piece.box.getNumElements(site.rank);
    if (number++ % numSharers == sharer)
      function(piece);
  });
  return numElements;
}

/// Writes a piece to its place in this device's destination.
void MessageCollective::produce(const Piece &piece) {
  char *target = getPlace(piece.box, toBox.offset, destination);
  if (numAddends > 1)
    return combine(piece, target);
  MessageRound::Elements to{&device, target, getStrides(destination)};
  if (const Posting *posting = round.reach(piece.peer))
    return round.copyBoxWithin(
        site.rank, piece.box.extent,
        {&context.getDevice(piece.peer),
         getPlace(piece.box, piece.peerOffset, *posting->source),
         getStrides(*posting->source)},
        to);
  int64_t process = round.getOtherProcess(piece.peer);
  round.copyPart(getKey({process, piece.peer, 1, &piece.box}).words, site.rank,
                 piece.box.extent, to);
}

void MessageCollective::combine(const Piece &piece, char *target) {
  Operand *operands = device.operands.data();
  RunOperand *runOperands = device.runOperands.data();
  int64_t packed[kMaxRank];
  getPackedStrides(site.rank, piece.box.extent, packed);
  CombineRun run;
  run.numOperands = 0;
  run.numAddends = numAddends;
  forEachOperand(piece, [&](int64_t rank, int64_t count, int64_t process) {
    int64_t holder = plan.getAddend(piece.peer, rank);
    int64_t i = run.numOperands++;
    if (process < 0) {
      const DtMemRef &memref = *round.reach(holder)->source;
      operands[i] = {getPlace(piece.box, piece.peerOffset, memref),
                     getStrides(memref), elementSize};
    } else {
      operands[i] = {
          round.getPart(getKey({process, holder, count, &piece.box}).words),
          packed, getUnit(count)};
    }
    runOperands[i].numMerges = tree.getNumMerges(rank, count);
    runOperands[i].isIntermediate = count > 1;
  });
  combineBoxes(kernel, site.rank, piece.box.extent, operands, runOperands, run,
               target, getStrides(destination), elementSize);
}

void dtensor::runtime::runExchange(MessageTransport &transport,
                                   DtDevice &device, const CollectivePlan &plan,
                                   CombineKernel kernel, const DtMemRef &source,
                                   const DtMemRef &destination,
                                   const char *where, int64_t step) {
  MessageCollective(transport, device, plan, kernel, source, destination, where,
                    step)
      .run();
}

void MessageTransport::collective(DtDevice &device, const CollectivePlan &plan,
                                  CombineKernel kernel, const DtMemRef &source,
                                  const DtMemRef &destination,
                                  const char *where) {
  if (isWithinProcess(device, plan.group, where))
    return InProcessTransport::collective(device, plan, kernel, source,
                                          destination, where);
  if (plan.getNumAddends() > 1 &&
      device.context->deal.getNumProcesses() >= TreeCombination::kFewest) {
    TreeCombination combination(*this, device, plan, kernel, source,
                                destination, where);
    if (combination.isBetter())
      return combination.run();
  }
  if (plan.getNumAddends() == 1 &&
      device.context->deal.getNumProcesses() >= TreeCombination::kFewest) {
    RoundGather gather(*this, device, plan, source, destination, where);
    if (gather.isBetter())
      return gather.run();
  }
  LongCombination combination(*this, device, plan, kernel, source, destination,
                              where);
  if (combination.isBetter())
    return combination.run();
  runExchange(*this, device, plan, kernel, source, destination, where,
              /*step=*/0);
}
