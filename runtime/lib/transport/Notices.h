//===- Notices.h - Short messages about waits -------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_NOTICES_H
#define DTENSOR_RUNTIME_TRANSPORT_NOTICES_H

#include "Wire.h"

#include <cstring>
#include <list>
#include <map>

namespace dtensor::runtime {

/// A question of a process that waits for another one, or its answer. See
/// DeadlockSearch.
struct Notice {
  /// The process that has sent it.
  int64_t from = 0;
  /// The mesh, counted by all processes alike.
  int64_t mesh = 0;
  /// The run of the mesh in which the asker waits, counted by all processes
  /// alike.
  uint64_t run = 0;
  /// The meetings of all processes that the asker has come to.
  uint64_t numMeetings = 0;
  /// The number of the question; an answer has the same one.
  uint64_t question = 0;
  bool isAnswer = false;

  /// The wait that the question is about: of the group that `dims` span around
  /// `device`, for the message of a round and its step.
  uint64_t dims = 0;
  int64_t device = 0;
  uint64_t round = 0;
  uint64_t step = 0;

  /// The answer: whether the message is not sent since another wait comes
  /// first; the label of that one; and what is known of the ring, or where the
  /// process is instead.
  bool isBlocked = false;
  /// The answer: the message is never sent, unless it is on its way. For the
  /// program has ended there, or the process is at a meeting for which the
  /// asker has to come; `text` tells which.
  bool isOver = false;
  bool isElsewhere = false;
  uint64_t label = 0;
  char text[768] = {};
};

/// Notices between any two processes. They come late, if at all: a process
/// looks for them only while it waits, in a program or at a meeting. Questions
/// about programs that have ended here are answered by this class. No function
/// waits.
class Notices {
public:
  Notices(Wire &wire, int64_t tag) : wire(wire), tag(tag) {}

  void send(int64_t process, Notice notice) {
    outgoing.remove_if([&](Sent &sent) { return wire.test(sent.transfer); });
    Sent &sent = outgoing.emplace_back();
    sent.notice = notice;
    sent.notice.from = wire.getOwn();
    sent.notice.numMeetings = numMeetings;
    wire.send(process, tag, &sent.notice, sizeof(Notice), sent.transfer);
  }

  /// Returns whether one has come.
  bool receive(Notice &notice) {
    while (receiveAny(notice)) {
      if (notice.isAnswer || !hasEnded(notice))
        return true;
      answerOver(notice, "has ended its program");
    }
    return false;
  }

  /// Sends a question back as its answer.
  void answer(Notice notice) {
    notice.isAnswer = true;
    send(notice.from, notice);
  }

  void answerOver(Notice notice, const char *reason) {
    notice.isOver = true;
    std::strncpy(notice.text, reason, sizeof(notice.text) - 1);
    answer(notice);
  }

  /// Called when this process comes to a meeting of all.
  void beginMeeting() { ++numMeetings; }
  /// Answers questions during a meeting. If this process `isIdle`, it sends
  /// nothing before the meeting ends.
  void answerAll(bool isIdle) {
    Notice notice;
    while (receive(notice)) {
      if (notice.isAnswer)
        continue;
      if (isIdle && notice.numMeetings < numMeetings)
        answerOver(notice, "waits at a meeting of all processes");
      else
        answer(notice);
    }
  }

  /// The first runs of a mesh have ended.
  void setEnded(int64_t mesh, uint64_t numRuns) { endedRuns[mesh] = numRuns; }

  /// Called before the wire ends, when no process waits any more. Receives what
  /// nobody has looked for: MPI may complain about messages that are left.
  void end() {
    endedRuns.clear();
    constexpr int kLooks = 16;
    Notice left;
    for (int i = 0; i < kLooks && !wire.isGivenUp(); ++i)
      if (receive(left))
        i = 0;
    for (Sent &sent : outgoing)
      if (!wire.test(sent.transfer))
        wire.cancel(sent.transfer);
    wire.cancel(transfer);
  }

private:
  bool receiveAny(Notice &notice) {
    if (!isAwaiting)
      wire.receive(Wire::kAnyProcess, tag, &incoming, sizeof(incoming),
                   transfer);
    isAwaiting = true;
    if (!wire.test(transfer))
      return false;
    isAwaiting = false;
    notice = incoming;
    notice.text[sizeof(notice.text) - 1] = 0;
    return transfer.bytes == sizeof(incoming);
  }
  bool hasEnded(const Notice &question) const {
    auto found = endedRuns.find(question.mesh);
    return found != endedRuns.end() && question.run <= found->second;
  }

  struct Sent {
    Notice notice;
    Transfer transfer;
  };

  Wire &wire;
  int64_t tag;
  std::list<Sent> outgoing;
  uint64_t numMeetings = 0;
  /// By mesh. Programs make few of them.
  std::map<int64_t, uint64_t> endedRuns;
  bool isAwaiting = false;
  Notice incoming;
  Transfer transfer;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_NOTICES_H
