//===- Exchange.h - The messages of a group ---------------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_EXCHANGE_H
#define DTENSOR_RUNTIME_TRANSPORT_EXCHANGE_H

#include "../Arena.h"
#include "MessageHeader.h"
#include "PartTable.h"
#include "Wire.h"

#include <memory>
#include <unordered_map>

namespace dtensor::runtime {

/// The facts of one call, which are kept for the next one.
struct Schedule {
  explicit Schedule(int64_t keySize) : sends(keySize), receives(keySize) {}
  /// The beginning of its messages, and the place in the source that it names.
  MessageHeader header;
  std::string where;
  /// The parts, if it has tables and these have been made.
  PartTable sends;
  PartTable receives;
  bool isListed = false;
};

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
/// A message is a header and its bytes. The first 4 KiB are one transfer, so
/// that the header is seen before there is an error about sizes; the rest and
/// the large parts follow in transfers of at most `Wire::getMaxBytes`. Large
/// parts may lie in memory of devices.
class Exchange {
public:
  /// Begins a round.
  void start(const MessageHeader &newHeader);

  /// Adds a message of `bytes`, and returns its memory; nullptr if there is not
  /// enough.
  char *addSend(int64_t process, int64_t bytes);
  /// Adds a message that is awaited. A negative number of bytes is not known.
  /// Returns false if there is not enough memory.
  bool addReceive(int64_t process, int64_t bytes);

  /// The same for messages with parts.
  bool addSend(const PartTable::Message &message);
  bool addReceive(const PartTable::Message &message);
  /// Memory for a part to send. Throws std::bad_alloc.
  char *getSent(PartTable::Place place);
  /// Gives large parts their memory.
  void sendFrom(PartTable::Place place, const char *data) {
    sends[place.message].large[place.offset].data = const_cast<char *>(data);
  }
  void receiveInto(PartTable::Place place, char *data) {
    receives[place.message].large[place.offset].data = data;
  }
  /// Gives memory to those large parts to receive that have none. Throws
  /// std::bad_alloc.
  void reserveParts();

  /// Begins the transfers.
  void post(Wire &wire, int64_t tag);

  /// Whether all messages have been sent and have come. `getProblem` is not
  /// empty if that is impossible.
  bool poll(Wire &wire);
  const std::string &getProblem() const { return problem; }
  /// Gives up what has not come, after an error.
  void cancelReceives(Wire &wire);

  /// The processes whose messages have not begun to come.
  std::vector<int64_t> getAwaited() const;

  const MessageHeader &getHeader() const { return header; }
  const char *getReceived(int64_t message) const {
    return receives[message].memory.data() + sizeof(MessageHeader);
  }
  int64_t getNumReceived(int64_t message) const {
    return receives[message].bytes;
  }
  char *getSent(int64_t message) const {
    return sends[message].memory.data() + sizeof(MessageHeader);
  }
  const char *getReceived(PartTable::Place place) const {
    return place.isLarge ? receives[place.message].large[place.offset].data
                         : getReceived(place.message) + place.offset;
  }

  /// The schedule of the call that `call` identifies. It is empty if it has not
  /// been kept.
  Schedule &getSchedule(const MessageHeader &call, int64_t keySize);

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
    Block memory;
    /// The first ones are of this round.
    std::vector<LargePart> large;
    size_t numLarge = 0;
    std::vector<Transfer> transfers;
    int64_t numDone = 0;
    bool isChecked = false;
  };
  struct Key {
    uint64_t site, numbers;
    bool operator==(const Key &other) const {
      return site == other.site && numbers == other.numbers;
    }
  };
  struct HashKey {
    size_t operator()(const Key &key) const { return key.site ^ key.numbers; }
  };

  static Message &add(std::vector<Message> &messages, size_t &count,
                      int64_t process, int64_t bytes);
  static void addLarge(Message &message, const std::vector<int64_t> &sizes);
  static void reserve(LargePart &part);
  bool reserve(Message &message, int64_t bytes);
  static int64_t countBytes(const Message &message);
  /// Calls `function(data, bytes)` for each transfer behind the first one.
  template <typename Function>
  static void forEachFurther(const Wire &wire, const Message &message,
                             Function function);
  void prepareTransfers(const Wire &wire, Message &message);
  void receiveFurther(Wire &wire, Message &message);
  /// Compares the header of a message that has begun to come; returns false if
  /// there is a problem.
  bool checkHeader(Wire &wire, Message &message);
  bool pollReceive(Wire &wire, Message &message);
  bool test(Wire &wire, Message &message);

  MessageHeader header;
  uint64_t numRounds = 0;
  int64_t tag = 0;
  /// The first ones are of this round.
  std::vector<Message> sends, receives;
  size_t numSends = 0, numReceives = 0;
  std::string problem;
  std::unordered_map<Key, std::unique_ptr<Schedule>, HashKey> schedules;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_EXCHANGE_H
