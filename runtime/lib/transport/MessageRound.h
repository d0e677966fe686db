//===- MessageRound.h - A meeting of several processes ----------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_MESSAGEROUND_H
#define DTENSOR_RUNTIME_TRANSPORT_MESSAGEROUND_H

#include "../Context.h"
#include "../collectives/CopyBytes.h"
#include "Exchange.h"
#include "Messages.h"

#include <new>

namespace dtensor::runtime {

/// One exchange of a group, on one device. The members in this process meet.
/// Then the first of them, the leader, packs one message for each other process
/// that needs something, and all wait until the messages of the other processes
/// have come. Each then takes what it needs of its neighbours' memory and of
/// the messages. A round lives on the device's stack and is abandoned with it,
/// so no member may need a destructor.
class MessageRound {
public:
  MessageRound(MessageTransport &transport, DtDevice &device, const Plan &plan,
               const char *where)
      : transport(transport), device(device), context(*device.context),
        plan(plan), where(where),
        group(context.getGroups(device, plan.group, where).getGroup(device)) {}

  /// Waits for the members in this process. Returns whether this device is the
  /// leader, which has to call `post` or `postMessages`.
  bool enter(const Posting &posting);
  /// The same for a call whose moves are kept. `rank` is that of the source and
  /// of the destination; the others are as for `post`.
  bool enter(Posting posting, int64_t rank, const int64_t *numbers,
             int64_t count, int64_t step);
  /// Whether all moves are known from an earlier call. `post` sends then
  /// without calling `pack` and `land`, and these functions copy the rest: what
  /// is in this process, and what has come.
  bool knowsMoves() const { return isKnown; }
  void copyWithin() const;
  void copyArrivals() const;

  /// Begins the exchange. `list(sends, receives)` adds the parts of messages,
  /// unless they are known from an earlier call. `pack(sends)` writes what is
  /// sent, and `land(receives)` may give large parts their places. `numbers`
  /// are those of the call; `step` tells its exchanges apart.
  template <typename List, typename Pack, typename Land>
  void post(const int64_t *numbers, int64_t count, int64_t step,
            int64_t keySize, List &&list, Pack &&pack, Land &&land) {
    postMessages(numbers, count, step, keySize,
                 [&](Exchange &exchange, Schedule &schedule) {
                   if (!schedule.isListed) {
                     list(schedule.sends, schedule.receives);
                     schedule.sends.arrange();
                     schedule.receives.arrange();
                     schedule.isListed = true;
                   }
                   const PartTable &sends = schedule.sends;
                   const PartTable &receives = schedule.receives;
                   group.receives = &receives;
                   for (const PartTable::Message &message :
                        receives.getMessages())
                     exchange.addReceive(message);
                   for (const PartTable::Message &message : sends.getMessages())
                     if (!exchange.addSend(message))
                       return false;
                   if (isKnown) {
                     sendKnown();
                     return true;
                   }
                   pack(sends);
                   if (receives.hasLargeParts())
                     land(receives);
                   return true;
                 });
  }

  /// The same without tables. `fill(exchange, schedule)` adds the messages, and
  /// returns false if there is not enough memory.
  template <typename Fill>
  void postMessages(const int64_t *numbers, int64_t count, int64_t step,
                    int64_t keySize, Fill &&fill) {
    bool hasMemory;
    try {
      Schedule &schedule = start(numbers, count, step, keySize);
      hasMemory = fill(*group.exchange, schedule);
      group.exchange->reserveReceives();
    } catch (const std::bad_alloc &) {
      hasMemory = false;
    }
    if (!hasMemory)
      fail("out of memory");
    finishPost();
  }

  /// Waits until all messages of the exchange have come. The next call waits
  /// for a further exchange, which the leader may begin then.
  void wait();

  /// An exchange of at most one message each way; -1 stands for no process.
  struct Step {
    int64_t to = -1;
    int64_t from = -1;
    const char *data = nullptr;
    int64_t sent = 0;
    int64_t received = 0;
    /// Where the bytes are to come, if that matters.
    char *into = nullptr;
  };
  /// The leader makes it alone. Returns what has come.
  const char *exchange(const int64_t *numbers, int64_t count, int64_t number,
                       const Step &step);

  /// Ends the round.
  void exit();

  /// The posting of a member in this process; nullptr for others.
  const Posting *reach(int64_t peer) const {
    if (context.deal.getLocal(peer) < 0)
      return nullptr;
    return &InProcessTransport::reach(device, plan, peer, where);
  }

  /// The bytes of a part that has come.
  const char *getPart(const int64_t *key) const;
  /// Elements of a box, in the source or the destination of a device, or
  /// packed in a message.
  struct Elements {
    const DtDevice *device;
    char *first;
    const int64_t *strides;
  };
  /// Copies a part to send to the message, unless it is large and lies
  /// together: it is then sent from where it is.
  void packBox(PartTable::Place place, int64_t rank, const int64_t *extents,
               const Elements &from) const;
  /// Receives a large part in the place of a box, if its elements lie together.
  void landBox(PartTable::Place place, int64_t rank, const int64_t *extents,
               const Elements &to) const;
  /// Copies a box from a source in this process to this device's destination.
  void copyBoxWithin(int64_t rank, const int64_t *extents, const Elements &from,
                     const Elements &to) const;
  /// Copies the part with a key, which has come, to the place of a box.
  void copyPart(const int64_t *key, int64_t rank, const int64_t *extents,
                const Elements &to) const;

  [[noreturn]] void fail(const char *message) const {
    context.fail(device, message, where);
  }

  /// Calls `function(member)` for each member in this process.
  template <typename Function> void forEachMember(Function &&function) const {
    for (int64_t local : group.members)
      function(context.devices[local]);
  }
  /// The process of a device that another process runs; -1 for others.
  int64_t getOtherProcess(int64_t peer) const {
    int64_t process = context.deal.getProcess(peer);
    return process == context.deal.getOwn() ? -1 : process;
  }
  /// The place of this device among the members in this process.
  int64_t getMemberNumber() const {
    return std::find(group.members.begin(), group.members.end(), device.local) -
           group.members.begin();
  }
  Exchange &getExchange() const { return *group.exchange; }

  int64_t getNumMembers() const { return group.numMembers; }
  /// Whether no member before this one has the same destination.
  bool isFirstSharer(const Site &site) const;
  /// Memory of the leader for all members, until the next round; nullptr if
  /// there is not enough. The others get the same memory for no bytes.
  char *reserve(int64_t bytes) const {
    return static_cast<char *>(group.results.get(bytes));
  }
  /// The first element of a part of a component that begins with `whole`.
  static char *getPlace(const Box &part, const Box &whole,
                        const DtMemRef &memref, int64_t rank,
                        int64_t elementSize) {
    int64_t element = memref.offset;
    for (int64_t axis = 0; axis < rank; ++axis)
      element += (part.offset[axis] - whole.offset[axis]) *
                 memref.sizesAndStrides[rank + axis];
    return static_cast<char *>(memref.aligned) + element * elementSize;
  }

private:
  bool leads() const { return group.members.front() == device.local; }
  Schedule &start(const int64_t *numbers, int64_t count, int64_t step,
                  int64_t keySize);
  void finishPost();
  void leaveIfFailed() const;

  /// The part with a key.
  PartTable::Place find(const int64_t *key) const;
  /// Sends and receives by the known moves.
  void sendKnown() const;
  /// The first element of the source of a device, or of its destination.
  char *getFirst(const DtMemRef &memref) const {
    return static_cast<char *>(memref.aligned) +
           memref.offset * plan.elementSize;
  }
  char *getSource(int64_t local) const {
    return getFirst(context.devices[local].posting.getSource());
  }
  char *getDestination(int64_t local) const {
    return getFirst(*context.devices[local].posting.destination);
  }
  int64_t countBytes(int64_t rank, const int64_t *extents) const {
    int64_t bytes = plan.elementSize;
    for (int64_t axis = 0; axis < rank; ++axis)
      bytes *= extents[axis];
    return bytes;
  }
  /// Keeps a move that this call has found, if moves are kept.
  template <typename Move> void keep(const Move &move) const;
  void giveUpMoves() const;

  MessageTransport &transport;
  DtDevice &device;
  DtContext &context;
  const Plan &plan;
  const char *where;
  Group &group;
  uint32_t seen = 0;
  bool hasPosted = false;
  /// The moves that are known, or that this call finds; null if none are kept.
  Moves *moves = nullptr;
  bool isKnown = false;
};

/// Whether all members of a device's group are in this process.
bool isWithinProcess(DtDevice &device, DimMask dims, const char *where);

/// The strides of a box whose elements are contiguous.
inline void getPackedStrides(int64_t rank, const int64_t *extents,
                             int64_t *strides) {
  int64_t stride = 1;
  for (int64_t axis = rank; axis-- > 0; stride *= extents[axis])
    strides[axis] = stride;
}

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_MESSAGEROUND_H
