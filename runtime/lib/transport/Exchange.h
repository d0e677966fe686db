//===- Exchange.h - The messages of a group ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_EXCHANGE_H
#define DTENSOR_RUNTIME_TRANSPORT_EXCHANGE_H

#include "../Group.h"
#include "PartTable.h"
#include "Schedule.h"
#include "Wire.h"

#include <algorithm>
#include <string>
#include <vector>

namespace dtensor::runtime {

/// What a take has asked of other processes.
struct TakeState {
  /// The processes, in order: one message for each.
  std::vector<int64_t> peers;
  /// The number of questions to each.
  std::vector<int64_t> counts;
  /// For each member in this process, the answer of each process that is the
  /// next one for the member.
  std::vector<int64_t> starts;
};

/// The messages between the members of a group in this process and those in
/// other processes. One member fills it, after all have come, and then it
/// proceeds by `poll`. It is kept for the next round, with its memory.
///
/// A message is a header and its bytes. The first bytes are one transfer, so
/// that the header is seen before there is an error about sizes; the rest and
/// the large parts follow in transfers of at most `Wire::getMaxBytes`, and a
/// short rest in some of `firstBytes`. Large parts may lie in memory of
/// devices.
///
/// If the receivers may not know the text of the header, a message of one
/// transfer has it at its end. The first transfer of a longer one then has only
/// the header and the text, and what would be in their place comes last.
///
/// At most `kWindow` messages in each direction are under way at a time. They
/// begin in the order of the distance from the sender to the receiver, so what
/// one process sends first another one awaits first. Beyond the bytes that a
/// plan moves, only these have buffers.
class Exchange {
public:
  static constexpr size_t kWindow = 32;

  /// The first transfer of a message has at most `firstBytes`, with the header.
  explicit Exchange(int64_t firstBytes) : firstBytes(firstBytes) {}

  /// Begins a round, or a further exchange of one. Processes may take part in
  /// different ones of these, whose steps grow within a round.
  void start(Schedule &schedule, bool isFurther, int64_t step);

  /// Adds a message of `bytes`, and returns its memory; nullptr if there is not
  /// enough. Messages are added in the order of their processes.
  char *addSend(int64_t process, int64_t bytes);
  /// Adds a message that is awaited. A negative number of bytes is not known.
  void addReceive(int64_t process, int64_t bytes);

  /// The same for messages with parts.
  bool addSend(const PartTable::Message &message);
  void addReceive(const PartTable::Message &message);
  /// Memory for a part to send. Throws std::bad_alloc.
  char *getSent(PartTable::Place place);
  /// Gives large parts their memory.
  void sendFrom(PartTable::Place place, const char *data) {
    sends.messages[place.message].large[place.offset].data =
        const_cast<char *>(data);
  }
  void receiveInto(PartTable::Place place, char *data) {
    receives.messages[place.message].large[place.offset].data = data;
  }
  /// Gives memory to what is awaited, except for large parts that have theirs.
  /// Throws std::bad_alloc.
  void reserveReceives();

  /// Begins the transfers.
  void post(Wire &wire, int64_t tag);

  /// Whether all messages have been sent and have come. `getProblem` is not
  /// empty if that is impossible.
  bool poll(Wire &wire);
  const std::string &getProblem() const { return problem; }
  /// Gives up what has not come, after an error.
  void cancelReceives(Wire &wire);

  /// Counts the exchanges of the group.
  ExchangePosition getPosition() const { return {numRounds, step}; }
  /// Whether there is a message to a process.
  bool sendsTo(int64_t process) const { return findSend(process) != nullptr; }
  /// Whether the message to a process is under way, or was.
  bool hasBegunSendTo(int64_t process) const;
  /// What it is for, and on which device.
  std::string describe() const {
    return header.print(MessageText::read(text->text));
  }

  /// The processes whose messages have not begun to come.
  std::vector<int64_t> getAwaited() const;

  /// How the message of another process differs from those of this exchange;
  /// empty if it does not. `others` knows texts that are not in the message.
  std::string findDifference(const char *message, int64_t bytes,
                             int64_t process,
                             const ScheduleTable &others) const;
  const char *getReceived(int64_t message) const {
    return receives.messages[message].payload;
  }
  int64_t getNumReceived(int64_t message) const {
    return receives.messages[message].bytes;
  }
  char *getSent(int64_t message) const {
    return sends.messages[message].payload;
  }
  const char *getReceived(PartTable::Place place) const {
    return place.isLarge
               ? receives.messages[place.message].large[place.offset].data
               : getReceived(place.message) + place.offset;
  }

  /// The calls of the group.
  ScheduleTable &getSchedules() { return schedules; }
  const ScheduleTable &getSchedules() const { return schedules; }

  /// Where the device that leads the round is.
  DtDevice *leader = nullptr;
  TakeState take;

private:
  struct LargePart {
    /// Of a device, or `memory`.
    char *data = nullptr;
    int64_t bytes = 0;
    Block memory;
  };
  struct Message {
    int64_t process = 0;
    /// Without the header and the large parts.
    int64_t bytes = 0;
    /// Where transfers begin, with the header, and where the bytes are in the
    /// end. They are behind the header, unless that was received elsewhere.
    char *memory = nullptr;
    char *payload = nullptr;
    /// The buffer of the window that it has while it is under way.
    char *slot = nullptr;
    /// The first ones are of this round.
    std::vector<LargePart> large;
    size_t numLarge = 0;
    Transfer first;
    std::vector<Transfer> further;
    /// What has made way for a text.
    Transfer delayed;
    size_t numDone = 0;
    bool isChecked = false;
  };
  /// What goes in one direction.
  struct Direction {
    /// The first `count` are of this round.
    std::vector<Message> messages;
    size_t count = 0;
    /// How many have begun, in their order, and which of them are under way.
    size_t numBegun = 0;
    std::vector<Message *> underWay;
    /// The place of the message that begins first, and whether the next one is
    /// behind it or before it.
    size_t nearest = 0;
    bool ascends = true;
    CallMemory memory;

    Message &add(int64_t process, int64_t bytes);
    bool isWindowed() const { return count > kWindow; }
    /// The next message to begin.
    Message &next();
    bool hasBegun(const Message &message) const;
  };
  static void addLarge(Message &message, const std::vector<int64_t> &sizes);
  static void reserve(LargePart &part);
  static int64_t countBytes(const Message &message);
  /// Whether one transfer has place for the packed bytes of a message.
  bool isShort(int64_t bytes) const {
    int64_t others = sizeof(MessageHeader) + sizeof(MessageText);
    return bytes + others <= firstBytes;
  }
  /// The bytes of a longer one for which the text leaves no place in the first
  /// transfer.
  int64_t countDelayed(const Message &message) const {
    return std::min<int64_t>(message.bytes, firstBytes - sizeof(MessageHeader));
  }
  /// Calls `function(data, bytes)` for each transfer behind the first one.
  template <typename Function>
  void forEachFurther(const Wire &wire, const Message &message,
                      Function function) const;
  /// Makes place for these transfers; returns whether there are any.
  bool prepareFurther(const Wire &wire, Message &message) const;
  void begin(Wire &wire, Direction &direction);
  const Message *findSend(int64_t process) const;
  /// Begins the next message of a direction, with a buffer of the window.
  Message &beginNext(Wire &wire, Direction &direction, char *slot);
  void beginSend(Wire &wire, Message &message);
  void beginReceive(Wire &wire, Message &message, char *slot);
  void receiveFurther(Wire &wire, Message &message);
  /// Compares the header of a message that has begun to come; returns false if
  /// there is a problem.
  bool checkHeader(Wire &wire, Message &message);
  bool pollReceive(Wire &wire, Message &message);
  static bool testFurther(Wire &wire, Message &message);
  bool pollSend(Wire &wire, Message &message);
  /// Whether all messages of a direction are done. One that is makes way for
  /// the next one.
  bool advance(Wire &wire, Direction &direction);

  int64_t firstBytes;
  MessageHeader header;
  const MessageText *text = nullptr;
  bool sendsText = true;
  uint64_t numRounds = 0;
  uint64_t step = 0;
  int64_t tag = 0;
  Direction sends, receives;
  /// Where messages of a window begin to come.
  Block slots;
  std::string problem;
  ScheduleTable schedules;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_EXCHANGE_H
