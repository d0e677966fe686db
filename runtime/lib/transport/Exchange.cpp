//===- Exchange.cpp - The messages of a group -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exchange.h"

#include <cstring>

using namespace dtensor::runtime;

/// The bytes of the first transfer of a message, header included.
static constexpr int64_t kFirstBytes = 8 << 10;
/// Programs with dynamic numbers have a schedule for each of them.
static constexpr size_t kMaxSchedules = 1024;

void Exchange::start(const MessageHeader &newHeader) {
  header = newHeader;
  header.number = numRounds++;
  numSends = numReceives = 0;
}

bool Exchange::reserve(Message &message, int64_t bytes) {
  size_t size = std::max<int64_t>(bytes + sizeof(MessageHeader), kFirstBytes);
  if (message.memory.size() < size)
    message.memory = Block::allocate(size);
  return message.memory.data();
}

char *Exchange::addSend(int64_t process, int64_t bytes) {
  if (numSends == sends.size())
    sends.emplace_back();
  Message &message = sends[numSends++];
  message.process = process;
  message.bytes = bytes;
  if (!reserve(message, bytes))
    return nullptr;
  header.bytes = bytes;
  std::memcpy(message.memory.data(), &header, sizeof(header));
  return message.memory.data() + sizeof(header);
}

bool Exchange::addReceive(int64_t process, int64_t bytes) {
  if (numReceives == receives.size())
    receives.emplace_back();
  Message &message = receives[numReceives++];
  message.process = process;
  message.bytes = bytes;
  return reserve(message, bytes);
}

/// Calls `function(offset, size)` for the transfers of a message behind the
/// first one.
template <typename Function>
static void forEachFurther(const Wire &wire, int64_t total, Function function) {
  for (int64_t offset = kFirstBytes; offset < total;) {
    int64_t size = std::min(total - offset, wire.getMaxBytes());
    function(offset, size);
    offset += size;
  }
}

static int64_t countTransfers(const Wire &wire, int64_t total) {
  int64_t count = 1;
  forEachFurther(wire, total, [&](int64_t, int64_t) { ++count; });
  return count;
}

void Exchange::post(Wire &wire, int64_t newTag) {
  tag = newTag;
  for (size_t i = 0; i < numReceives; ++i) {
    Message &message = receives[i];
    message.isChecked = false;
    message.numDone = 0;
    message.transfers.assign(1, {});
    wire.receive(message.process, tag, message.memory.data(), kFirstBytes,
                 message.transfers.front());
  }
  for (size_t i = 0; i < numSends; ++i) {
    Message &message = sends[i];
    int64_t total = message.bytes + sizeof(MessageHeader);
    char *data = message.memory.data();
    message.numDone = 0;
    // Transfers stay at their places.
    message.transfers.assign(countTransfers(wire, total), {});
    wire.send(message.process, tag, data, std::min(total, kFirstBytes),
              message.transfers.front());
    Transfer *next = &message.transfers.front();
    forEachFurther(wire, total, [&](int64_t offset, int64_t size) {
      wire.send(message.process, tag, data + offset, size, *++next);
    });
  }
}

bool Exchange::test(Wire &wire, Message &message) {
  int64_t count = message.transfers.size();
  while (message.numDone < count &&
         wire.test(message.transfers[message.numDone]))
    ++message.numDone;
  return message.numDone == count;
}

bool Exchange::pollReceive(Wire &wire, Message &message) {
  if (!test(wire, message))
    return false;
  if (message.isChecked)
    return true;
  message.isChecked = true;
  MessageHeader found;
  if (message.transfers.front().bytes < int64_t(sizeof(found))) {
    problem = "process " + std::to_string(message.process) +
              " has sent a message without a header";
    return false;
  }
  std::memcpy(&found, message.memory.data(), sizeof(found));
  problem = header.findDifference(found, message.process);
  if (problem.empty() && message.bytes >= 0 && found.bytes != message.bytes)
    problem = "process " + std::to_string(message.process) +
              " has sent a message of " + std::to_string(found.bytes) +
              " bytes, required " + std::to_string(message.bytes);
  if (!problem.empty())
    return false;
  int64_t total = found.bytes + sizeof(found);
  if (message.bytes < 0) {
    Block first = std::move(message.memory);
    message.memory = Block();
    if (!reserve(message, found.bytes)) {
      message.memory = std::move(first);
      problem = "out of memory";
      return false;
    }
    std::memcpy(message.memory.data(), first.data(),
                std::min(total, kFirstBytes));
    message.bytes = found.bytes;
  }
  message.transfers.assign(countTransfers(wire, total), {});
  message.numDone = 1;
  Transfer *next = &message.transfers.front();
  forEachFurther(wire, total, [&](int64_t offset, int64_t size) {
    wire.receive(message.process, tag, message.memory.data() + offset, size,
                 *++next);
  });
  return test(wire, message);
}

bool Exchange::poll(Wire &wire) {
  bool isDone = true;
  for (size_t i = 0; i < numReceives && problem.empty(); ++i)
    isDone &= pollReceive(wire, receives[i]);
  for (size_t i = 0; i < numSends && problem.empty(); ++i)
    isDone &= test(wire, sends[i]);
  if (problem.empty())
    problem = wire.getError();
  return isDone && problem.empty();
}

Schedule &Exchange::getSchedule(int64_t keySize, bool &isNew) {
  if (schedules.size() >= kMaxSchedules)
    schedules.clear();
  std::unique_ptr<Schedule> &schedule =
      schedules[{header.site, header.numbers}];
  isNew = !schedule;
  if (isNew)
    schedule = std::make_unique<Schedule>(keySize);
  return *schedule;
}
