//===- DeadlockSearch.cpp - Processes that wait for each other ------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeadlockSearch.h"
#include "../Context.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace dtensor::runtime;

/// The time between two looks, and between two questions about one wait if
/// nothing new has been heard.
static constexpr std::chrono::milliseconds kLook{5}, kAgain{50};

/// Labels of different devices differ in their low bits.
static constexpr int kDeviceBits = 21;
static_assert(Topology::kMaxDevices < (1 << kDeviceBits));

DeadlockSearch::Ring
DeadlockSearch::look(DtContext &context,
                     const std::vector<Group *> &newActive) {
  Clock::time_point now = Clock::now();
  if (now - lastLook < kLook)
    return {};
  lastLook = now;
  active = newActive;
  update();
  Notice notice;
  while (notices.receive(notice)) {
    if (!notice.isAnswer) {
      if (notice.mesh == mesh && notice.run == run)
        answer(context, notice);
      else
        notices.answer(notice);
      continue;
    }
    if (notice.mesh != mesh)
      continue;
    for (Wait &wait : waits)
      if (wait.isAsked && wait.question == notice.question &&
          heed(wait, notice))
        return {wait.group->exchange->leader, wait.text};
  }
  for (Wait &wait : waits)
    if (!wait.isAsked && now >= wait.next)
      ask(wait);
  return {};
}

void DeadlockSearch::update() {
  std::vector<Wait> now;
  for (Group *group : active) {
    std::vector<int64_t> awaited = group->exchange->getAwaited();
    // All messages have begun to come.
    if (awaited.empty())
      continue;
    ExchangePosition position = group->exchange->getPosition();
    Wait *known = find(*group);
    bool isSame = known && known->position == position &&
                  std::find(awaited.begin(), awaited.end(), known->process) !=
                      awaited.end();
    now.push_back(isSame ? *known : Wait{group, position, awaited.front()});
  }
  waits = std::move(now);
}

DeadlockSearch::Wait *DeadlockSearch::find(const Group &group) {
  for (Wait &wait : waits)
    if (wait.group == &group)
      return &wait;
  return nullptr;
}

void DeadlockSearch::ask(Wait &wait) {
  const DtDevice &leader = *wait.group->exchange->leader;
  wait.isAsked = true;
  wait.question = ++numQuestions;
  Notice notice;
  notice.mesh = mesh;
  notice.run = run;
  notice.question = wait.question;
  notice.dims = leader.dims.load(std::memory_order_relaxed);
  notice.device = leader.index;
  notice.round = wait.position.round;
  notice.step = wait.position.step;
  notices.send(wait.process, notice);
}

static void write(Notice &notice, const std::string &text) {
  size_t size = std::min(text.size(), sizeof(notice.text) - 1);
  std::memcpy(notice.text, text.data(), size);
  notice.text[size] = 0;
}

void DeadlockSearch::answer(DtContext &context, const Notice &question) {
  if (hasEnded(context, question))
    return notices.answerOver(question, "has ended its program");
  Notice notice = question;
  std::string elsewhere;
  if (const Wait *wait = findBlocker(context, question, elsewhere)) {
    notice.isBlocked = true;
    notice.label = wait->known;
    notice.isElsewhere = !elsewhere.empty();
    write(notice, notice.isElsewhere ? elsewhere : wait->text);
  }
  notices.answer(notice);
}

bool DeadlockSearch::hasEnded(DtContext &context, const Notice &question) {
  const Topology &topology = context.topology;
  DimMask others = topology.getProperDims() & ~question.dims;
  int64_t rank = topology.getRank(question.device, others);
  for (int64_t i = 0; i < context.deal.getNumLocal(); ++i) {
    const DtDevice &device = context.devices[i];
    // Before that, it has the state of the run before.
    if (device.worker->hasStarted(context.getCall()) &&
        device.waiting.hasFinished() &&
        topology.getRank(device.index, others) == rank)
      return true;
  }
  return false;
}

DeadlockSearch::Wait *DeadlockSearch::findBlocker(DtContext &context,
                                                  const Notice &question,
                                                  std::string &elsewhere) {
  const Topology &topology = context.topology;
  DimMask others = topology.getProperDims() & ~question.dims;
  int64_t rank = topology.getRank(question.device, others);
  for (int64_t i = 0; i < context.deal.getNumLocal(); ++i) {
    const DtDevice &device = context.devices[i];
    if (topology.getRank(device.index, others) != rank)
      continue;
    const Group &group = context.groups.get(question.dims).getGroup(device);
    ExchangePosition asked{question.round, question.step};
    if (group.posted > asked || (group.posted == asked && !isActive(group)))
      return nullptr;
    if (isActive(group)) {
      const Exchange &exchange = *group.exchange;
      if (group.posted == asked && exchange.hasBegunSendTo(question.from))
        return nullptr;
      if (group.posted == asked && !exchange.sendsTo(question.from))
        elsewhere = exchange.describe();
      return find(group);
    }
    // Between its steps it does not wait.
    if (group.posted.round == asked.round)
      return nullptr;
    return findMissing(context, group, elsewhere);
  }
  return nullptr;
}

DeadlockSearch::Wait *DeadlockSearch::findMissing(DtContext &context,
                                                  const Group &group,
                                                  std::string &elsewhere) {
  // Members that have come wait for one that is elsewhere: it waits in another
  // group, perhaps for one that is elsewhere as well.
  struct Seen {
    const DtDevice *device;
    uint64_t numTurns;
  };
  std::vector<Seen> seen;
  Wait *found = nullptr;
  const DtDevice *first = nullptr;
  for (const Group *current = &group; !found;) {
    const DtDevice *missing = nullptr;
    uint64_t numTurns = 0;
    for (int64_t local : current->members) {
      const DtDevice &member = context.devices[local];
      numTurns = member.waiting.getNumTurns();
      const Barrier *barrier =
          member.waiting.waits() ? member.waiting.getBarrier() : nullptr;
      if (barrier == &current->barrier)
        continue;
      missing = &member;
      break;
    }
    if (!missing || !missing->waiting.isStuck() || !missing->waiting.waits() ||
        seen.size() > size_t(context.deal.getNumLocal()))
      return nullptr;
    seen.push_back({missing, numTurns});
    if (!first)
      first = missing;
    DimMask dims = missing->dims.load(std::memory_order_relaxed);
    const Group &next = context.groups.get(dims).getGroup(*missing);
    const Barrier *barrier = missing->waiting.getBarrier();
    if (barrier == &next.received)
      found = find(next);
    else if (barrier != &next.barrier || &next == current)
      return nullptr;
    if (!found && barrier == &next.received)
      return nullptr;
    current = &next;
  }
  // They were all waiting at one time.
  for (const Seen &one : seen)
    if (!one.device->waiting.isStuck() ||
        one.device->waiting.getNumTurns() != one.numTurns)
      return nullptr;
  if (first->waiting.getBarrier() == &found->group->received) {
    elsewhere = found->group->exchange->describe();
  } else {
    const char *where = first->where.load(std::memory_order_relaxed);
    elsewhere = "device " + std::to_string(first->index) +
                " to wait for devices of its process at " +
                (where && *where ? where : "an unknown place");
  }
  return found;
}

bool DeadlockSearch::heed(Wait &wait, const Notice &answer) {
  wait.isAsked = false;
  wait.next = Clock::now() + kAgain;
  if (answer.isOver) {
    wait.text = "process " + std::to_string(answer.from) + " " + answer.text +
                ": required " + wait.group->exchange->describe();
    return std::exchange(wait.isOver, true);
  }
  if (!answer.isBlocked)
    return false;
  wait.text = answer.text;
  if (answer.isElsewhere)
    wait.text = "process " + std::to_string(answer.from) +
                " runs another program: required " +
                wait.group->exchange->describe() + ", found " + wait.text;
  const DtDevice &leader = *wait.group->exchange->leader;
  if (wait.own == 0) {
    numLabels = std::max(numLabels, answer.label >> kDeviceBits) + 1;
    wait.own = wait.known = numLabels << kDeviceBits | leader.index;
    wait.next = {};
    return false;
  }
  if (answer.label == wait.own && wait.known == wait.own)
    return true;
  if (answer.label > wait.known) {
    wait.known = answer.label;
    wait.next = {};
  }
  return false;
}
