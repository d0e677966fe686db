//===- MessageTake.cpp - Takes by messages --------------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../collectives/TakenElements.h"
#include "MessageRound.h"

#include <cstring>

using namespace dtensor::runtime;

namespace {

/// A take is two exchanges. In the first one, a process asks each other one
/// for elements: a question is a device and the place of an element in its
/// component. In the second one it gets them in the same order. Every process
/// asks all that may hold something, if only for nothing, since only the one
/// that asks knows its positions.
class MessageTake {
public:
  MessageTake(MessageTransport &transport, DtDevice &device,
              const TakePlan &plan, const DtMemRef &source,
              const DtMemRef &positions, const DtMemRef &destination,
              const char *where)
      : device(device), context(*device.context), plan(plan), source(source),
        positions(positions), destination(destination), where(where),
        round(transport, device, plan, where) {}

  void run();

private:
  struct Question {
    int64_t device;
    int64_t element;
  };

  bool ask(Exchange &exchange);
  bool answer(Exchange &exchange);

  /// Calls `function(shard, question, target)` for each element that `member`
  /// takes. Fails if a position is not in the tensor.
  template <typename Function>
  void forEachElement(const DtDevice &member, Function &&function) const;
  const char *getElement(const DtDevice &holder, int64_t element) const;
  /// The processes with devices that may hold what members in this process
  /// take, or may take what these hold.
  void findPeers(std::vector<int64_t> &peers) const;
  int64_t findPeer(const std::vector<int64_t> &peers, int64_t process) const {
    return std::lower_bound(peers.begin(), peers.end(), process) -
           peers.begin();
  }

  DtDevice &device;
  DtContext &context;
  const TakePlan &plan;
  const DtMemRef &source;
  const DtMemRef &positions;
  const DtMemRef &destination;
  const char *where;
  MessageRound round;
};

} // namespace

void MessageTake::findPeers(std::vector<int64_t> &peers) const {
  peers.clear();
  DimMask dims = plan.getDifferingDims();
  round.forEachMember([&](const DtDevice &member) {
    for (int64_t i = 0; i < context.topology.getGroupSize(dims); ++i) {
      int64_t process = round.getOtherProcess(
          context.topology.getMember(member.index, dims, i));
      if (process >= 0)
        peers.push_back(process);
    }
  });
  std::sort(peers.begin(), peers.end());
  peers.erase(std::unique(peers.begin(), peers.end()), peers.end());
}

template <typename Function>
void MessageTake::forEachElement(const DtDevice &member,
                                 Function &&function) const {
  const Posting &posting = *round.reach(member.index);
  // The shard of the last position, which is often that of the next one.
  TakeShard shard;
  Box box{};
  forEachTaken(plan, *posting.positions, *posting.destination,
               [&](int64_t position, const int64_t *index, char *target) {
                 if (!shard.contains(position)) {
                   if (const char *problem =
                           plan.find(member.getPlace(), position, shard)) {
                     context.report(member, problem, where);
                     device.worker->leave(device);
                   }
                   int64_t coordinates[Topology::kMaxDims];
                   box = plan.getSourceBox(
                       context.topology.getPlace(shard.peer, coordinates));
                 }
                 int64_t element = 0;
                 for (int64_t axis = 0; axis < plan.rank; ++axis)
                   element = element * box.extent[axis] +
                             (axis == plan.along ? position - shard.offset
                                                 : index[axis]);
                 function(Question{shard.peer, element}, target);
               });
}

const char *MessageTake::getElement(const DtDevice &holder,
                                    int64_t element) const {
  const DtMemRef &memref = *round.reach(holder.index)->source;
  int64_t place = memref.offset;
  for (int64_t axis = plan.rank; axis-- > 0;) {
    int64_t extent = memref.sizesAndStrides[axis];
    place += element % extent * memref.sizesAndStrides[plan.rank + axis];
    element /= extent;
  }
  return static_cast<const char *>(memref.aligned) + place * plan.elementSize;
}

bool MessageTake::ask(Exchange &exchange) {
  TakeState &state = exchange.take;
  findPeers(state.peers);
  size_t numPeers = state.peers.size();
  state.counts.assign(numPeers, 0);
  state.starts.clear();
  round.forEachMember([&](const DtDevice &member) {
    state.starts.insert(state.starts.end(), state.counts.begin(),
                        state.counts.end());
    forEachElement(member, [&](Question question, char *) {
      int64_t process = round.getOtherProcess(question.device);
      if (process >= 0)
        ++state.counts[findPeer(state.peers, process)];
    });
  });
  for (size_t i = 0; i < numPeers; ++i) {
    exchange.addReceive(state.peers[i], -1);
    if (!exchange.addSend(state.peers[i], state.counts[i] * sizeof(Question)))
      return false;
  }
  std::fill(state.counts.begin(), state.counts.end(), 0);
  round.forEachMember([&](const DtDevice &member) {
    forEachElement(member, [&](Question question, char *) {
      int64_t process = round.getOtherProcess(question.device);
      if (process < 0)
        return;
      size_t peer = findPeer(state.peers, process);
      std::memcpy(exchange.getSent(peer) +
                      state.counts[peer]++ * sizeof(question),
                  &question, sizeof(question));
    });
  });
  return true;
}

bool MessageTake::answer(Exchange &exchange) {
  TakeState &state = exchange.take;
  for (size_t i = 0; i < state.peers.size(); ++i) {
    const char *questions = exchange.getReceived(i);
    int64_t count = exchange.getNumReceived(i) / sizeof(Question);
    // The memory of the questions that were sent is free by now.
    char *answers = exchange.addSend(state.peers[i], count * plan.elementSize);
    if (!answers)
      return false;
    for (int64_t j = 0; j < count; ++j) {
      Question question;
      std::memcpy(&question, questions + j * sizeof(question),
                  sizeof(question));
      std::memcpy(
          answers + j * plan.elementSize,
          getElement(context.getDevice(question.device), question.element),
          plan.elementSize);
    }
  }
  // The questions that came have been read now.
  for (size_t i = 0; i < state.peers.size(); ++i)
    exchange.addReceive(state.peers[i], state.counts[i] * plan.elementSize);
  return true;
}

void MessageTake::run() {
  Posting posting{plan.data, &source, &destination};
  posting.positions = &positions;
  bool leads = round.enter(posting);
  if (leads)
    round.postMessages(
        plan.extents, plan.rank, /*step=*/0, /*keySize=*/1,
        [&](Exchange &exchange, Schedule &) { return ask(exchange); });
  round.wait();
  if (leads)
    round.postMessages(
        plan.extents, plan.rank, /*step=*/1, /*keySize=*/1,
        [&](Exchange &exchange, Schedule &) { return answer(exchange); });
  round.wait();

  Exchange &exchange = round.getExchange();
  TakeState &state = exchange.take;
  // The next answer of each process. This row of the table is the device's.
  int64_t *next =
      state.starts.data() + round.getMemberNumber() * state.peers.size();
  forEachElement(device, [&](Question question, char *target) {
    int64_t process = round.getOtherProcess(question.device);
    const char *from;
    if (process < 0) {
      from = getElement(context.getDevice(question.device), question.element);
    } else {
      size_t peer = findPeer(state.peers, process);
      from = exchange.getReceived(peer) + next[peer]++ * plan.elementSize;
    }
    std::memcpy(target, from, plan.elementSize);
  });
  round.exit();
}

void MessageTransport::take(DtDevice &device, const TakePlan &plan,
                            const DtMemRef &source, const DtMemRef &positions,
                            const DtMemRef &destination, const char *where) {
  if (isWithinProcess(device, plan.group, where))
    return InProcessTransport::take(device, plan, source, positions,
                                    destination, where);
  MessageTake(*this, device, plan, source, positions, destination, where).run();
}
