//===- Exchange.cpp - The messages of a group -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exchange.h"

#include <cstring>
#include <new>

using namespace dtensor::runtime;

/// The bytes of the first transfer of a message, header included. Open MPI
/// sends up to 4 KiB, with some bytes of its own, without asking the receiver
/// first.
static constexpr int64_t kFirstBytes = (4 << 10) - 64;
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

Exchange::Message &Exchange::add(std::vector<Message> &messages, size_t &count,
                                 int64_t process, int64_t bytes) {
  if (count == messages.size())
    messages.emplace_back();
  Message &message = messages[count++];
  message.process = process;
  message.bytes = bytes;
  message.numLarge = 0;
  return message;
}

char *Exchange::addSend(int64_t process, int64_t bytes) {
  Message &message = add(sends, numSends, process, bytes);
  return reserve(message, bytes) ? message.memory.data() + sizeof(header)
                                 : nullptr;
}

bool Exchange::addReceive(int64_t process, int64_t bytes) {
  return reserve(add(receives, numReceives, process, bytes), bytes);
}

void Exchange::addLarge(Message &message, const std::vector<int64_t> &sizes) {
  message.numLarge = sizes.size();
  if (message.large.size() < sizes.size())
    message.large.resize(sizes.size());
  for (size_t i = 0; i < sizes.size(); ++i) {
    message.large[i].data = nullptr;
    message.large[i].bytes = sizes[i];
  }
}

bool Exchange::addSend(const PartTable::Message &message) {
  if (!addSend(message.process, message.bytes))
    return false;
  addLarge(sends[numSends - 1], message.large);
  return true;
}

bool Exchange::addReceive(const PartTable::Message &message) {
  if (!addReceive(message.process, message.bytes))
    return false;
  addLarge(receives[numReceives - 1], message.large);
  return true;
}

void Exchange::reserve(LargePart &part) {
  if (part.memory.size() < static_cast<size_t>(part.bytes))
    part.memory = Block::allocate(part.bytes);
  if (!part.memory.data())
    throw std::bad_alloc();
  part.data = part.memory.data();
}

char *Exchange::getSent(PartTable::Place place) {
  if (!place.isLarge)
    return getSent(place.message) + place.offset;
  LargePart &part = sends[place.message].large[place.offset];
  reserve(part);
  return part.data;
}

void Exchange::reserveParts() {
  for (size_t i = 0; i < numReceives; ++i)
    for (size_t j = 0; j < receives[i].numLarge; ++j)
      if (LargePart &part = receives[i].large[j]; !part.data)
        reserve(part);
}

int64_t Exchange::countBytes(const Message &message) {
  int64_t bytes = message.bytes;
  for (size_t i = 0; i < message.numLarge; ++i)
    bytes += message.large[i].bytes;
  return bytes;
}

template <typename Function>
void Exchange::forEachFurther(const Wire &wire, const Message &message,
                              Function function) {
  auto divide = [&](char *data, int64_t bytes) {
    for (int64_t offset = 0; offset < bytes;) {
      int64_t size = std::min(bytes - offset, wire.getMaxBytes());
      function(data + offset, size);
      offset += size;
    }
  };
  int64_t packed = message.bytes + sizeof(MessageHeader);
  divide(message.memory.data() + kFirstBytes, packed - kFirstBytes);
  for (size_t i = 0; i < message.numLarge; ++i)
    divide(message.large[i].data, message.large[i].bytes);
}

void Exchange::prepareTransfers(const Wire &wire, Message &message) {
  int64_t count = 1;
  forEachFurther(wire, message, [&](char *, int64_t) { ++count; });
  // They stay at their places.
  message.transfers.assign(count, {});
  message.numDone = 0;
}

void Exchange::receiveFurther(Wire &wire, Message &message) {
  Transfer *next = &message.transfers.front();
  forEachFurther(wire, message, [&](char *data, int64_t size) {
    wire.receive(message.process, tag, data, size, *++next);
  });
}

void Exchange::post(Wire &wire, int64_t newTag) {
  tag = newTag;
  for (size_t i = 0; i < numReceives; ++i) {
    Message &message = receives[i];
    message.isChecked = false;
    bool isKnown = message.bytes >= 0;
    if (isKnown)
      prepareTransfers(wire, message);
    else
      message.transfers.assign(1, {});
    wire.receive(message.process, tag, message.memory.data(), kFirstBytes,
                 message.transfers.front());
    if (isKnown)
      receiveFurther(wire, message);
  }
  for (size_t i = 0; i < numSends; ++i) {
    Message &message = sends[i];
    header.bytes = countBytes(message);
    char *data = message.memory.data();
    std::memcpy(data, &header, sizeof(header));
    prepareTransfers(wire, message);
    int64_t packed = message.bytes + sizeof(header);
    wire.send(message.process, tag, data, std::min(packed, kFirstBytes),
              message.transfers.front());
    Transfer *next = &message.transfers.front();
    forEachFurther(wire, message, [&](char *further, int64_t size) {
      wire.send(message.process, tag, further, size, *++next);
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

bool Exchange::checkHeader(Wire &wire, Message &message) {
  message.isChecked = true;
  MessageHeader found;
  if (message.transfers.front().bytes < int64_t(sizeof(found))) {
    problem = "process " + std::to_string(message.process) +
              " has sent a message without a header";
    return false;
  }
  std::memcpy(&found, message.memory.data(), sizeof(found));
  problem = header.findDifference(found, message.process);
  if (problem.empty() && message.bytes >= 0 &&
      found.bytes != countBytes(message))
    problem = "process " + std::to_string(message.process) +
              " has sent a message of " + std::to_string(found.bytes) +
              " bytes, required " + std::to_string(countBytes(message));
  if (!problem.empty())
    return false;
  if (message.bytes >= 0)
    return true;
  Block first = std::move(message.memory);
  message.memory = Block();
  if (!reserve(message, found.bytes)) {
    message.memory = std::move(first);
    problem = "out of memory";
    return false;
  }
  std::memcpy(message.memory.data(), first.data(),
              std::min<int64_t>(found.bytes + sizeof(found), kFirstBytes));
  message.bytes = found.bytes;
  prepareTransfers(wire, message);
  receiveFurther(wire, message);
  return true;
}

bool Exchange::pollReceive(Wire &wire, Message &message) {
  if (!message.isChecked &&
      (!wire.test(message.transfers.front()) || !checkHeader(wire, message)))
    return false;
  return test(wire, message);
}

bool Exchange::poll(Wire &wire) {
  bool isDone = true;
  for (size_t i = 0; i < numReceives && problem.empty(); ++i)
    isDone &= pollReceive(wire, receives[i]);
  // Each look makes progress with all, so sends are asked for last.
  for (size_t i = 0; i < numSends && isDone && problem.empty(); ++i)
    isDone &= test(wire, sends[i]);
  if (problem.empty() && !wire.getError().empty())
    problem = wire.getError();
  return isDone && problem.empty();
}

std::vector<int64_t> Exchange::getAwaited() const {
  std::vector<int64_t> processes;
  for (size_t i = 0; i < numReceives; ++i)
    if (!receives[i].isChecked)
      processes.push_back(receives[i].process);
  return processes;
}

void Exchange::cancelReceives(Wire &wire) {
  for (size_t i = 0; i < numReceives; ++i)
    for (Transfer &transfer : receives[i].transfers)
      wire.cancel(transfer);
}

Schedule &Exchange::getSchedule(const MessageHeader &call, int64_t keySize) {
  if (schedules.size() >= kMaxSchedules)
    schedules.clear();
  std::unique_ptr<Schedule> &schedule = schedules[{call.site, call.numbers}];
  if (!schedule)
    schedule = std::make_unique<Schedule>(keySize);
  return *schedule;
}
