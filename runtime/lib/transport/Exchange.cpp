//===- Exchange.cpp - The messages of a group -----------------------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exchange.h"

#include <algorithm>
#include <cstring>
#include <new>

using namespace dtensor::runtime;

/// The number of transfers up to which packed bytes go in transfers that the
/// wire sends at once. It asks the receiver about longer ones, and these let
/// the other process read what has just been written here.
static constexpr int64_t kEagerPieces = 4;

void Exchange::start(Schedule &schedule, bool isFurther, int64_t newStep) {
  header = schedule.header;
  text = schedule.text;
  sendsText = !schedule.isTextKnown;
  schedule.isTextKnown = true;
  numRounds += !isFurther;
  step = newStep;
  header.number = numRounds - 1;
  sends.count = receives.count = 0;
}

Exchange::Message &Exchange::Direction::add(int64_t process, int64_t bytes) {
  // The messages of the last round have been read by now.
  if (count == 0)
    memory.release();
  if (count == messages.size())
    messages.emplace_back();
  Message &message = messages[count++];
  message.process = process;
  message.bytes = bytes;
  message.numLarge = 0;
  return message;
}

Exchange::Message &Exchange::Direction::next() {
  size_t step = numBegun++;
  size_t place = ascends ? nearest + step : nearest + count - step;
  return messages[place < count ? place : place - count];
}

bool Exchange::Direction::hasBegun(const Message &message) const {
  size_t place = &message - messages.data();
  size_t step = ascends ? place + count - nearest : nearest + count - place;
  return step % count < numBegun;
}

char *Exchange::addSend(int64_t process, int64_t bytes) {
  Message &message = sends.add(process, bytes);
  message.memory = static_cast<char *>(
      sends.memory.allocate(2 * sizeof(header) + bytes + sizeof(*text)));
  if (!message.memory)
    return nullptr;
  return message.payload = message.memory + sizeof(header);
}

void Exchange::addReceive(int64_t process, int64_t bytes) {
  receives.add(process, bytes);
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
  addLarge(sends.messages[sends.count - 1], message.large);
  return true;
}

void Exchange::addReceive(const PartTable::Message &message) {
  addLarge(receives.add(message.process, message.bytes), message.large);
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
  LargePart &part = sends.messages[place.message].large[place.offset];
  reserve(part);
  return part.data;
}

void Exchange::reserveReceives() {
  if (receives.isWindowed() && !slots.data())
    slots = Block::allocate(kWindow * firstBytes);
  if (receives.isWindowed() && !slots.data())
    throw std::bad_alloc();
  for (size_t i = 0; i < receives.count; ++i) {
    Message &message = receives.messages[i];
    int64_t packed = message.bytes + sizeof(header);
    bool usesSlot = receives.isWindowed() && isShort(message.bytes);
    message.memory = message.payload = nullptr;
    if (!usesSlot || message.bytes >= 0) {
      int64_t size = usesSlot ? message.bytes : std::max(packed, firstBytes);
      auto *memory = static_cast<char *>(receives.memory.allocate(size));
      if (!memory)
        throw std::bad_alloc();
      message.memory = usesSlot ? nullptr : memory;
      message.payload = usesSlot ? memory : memory + sizeof(header);
    }
    for (size_t j = 0; j < message.numLarge; ++j)
      if (LargePart &part = message.large[j]; !part.data)
        reserve(part);
  }
}

int64_t Exchange::countBytes(const Message &message) {
  int64_t bytes = message.bytes;
  for (size_t i = 0; i < message.numLarge; ++i)
    bytes += message.large[i].bytes;
  return bytes;
}

template <typename Function>
void Exchange::forEachFurther(const Wire &wire, const Message &message,
                              Function function) const {
  auto divide = [&](char *data, int64_t bytes, int64_t most) {
    for (int64_t offset = 0; offset < bytes;) {
      int64_t size = std::min(bytes - offset, most);
      function(data + offset, size);
      offset += size;
    }
  };
  int64_t packed = message.bytes + sizeof(MessageHeader);
  int64_t most = wire.getMaxBytes();
  bool isEager = packed <= kEagerPieces * firstBytes;
  if (packed > firstBytes)
    divide(message.memory + firstBytes, packed - firstBytes,
           isEager ? std::min(firstBytes, most) : most);
  for (size_t i = 0; i < message.numLarge; ++i)
    divide(message.large[i].data, message.large[i].bytes, most);
}

bool Exchange::prepareFurther(const Wire &wire, Message &message) const {
  size_t count = 0;
  forEachFurther(wire, message, [&](char *, int64_t) { ++count; });
  message.numDone = 0;
  message.further.clear();
  // They stay at their places.
  if (count > 0)
    message.further.resize(count);
  return count > 0;
}

void Exchange::receiveFurther(Wire &wire, Message &message) {
  if (!prepareFurther(wire, message))
    return;
  Transfer *next = message.further.data();
  forEachFurther(wire, message, [&](char *data, int64_t size) {
    wire.receive(message.process, tag, data, size, *next++);
  });
}

void Exchange::beginReceive(Wire &wire, Message &message, char *slot) {
  message.isChecked = false;
  message.slot = slot;
  if (!message.memory)
    message.memory = slot;
  wire.receive(message.process, tag, message.memory, firstBytes, message.first);
  message.further.clear();
  if (message.bytes >= 0)
    receiveFurther(wire, message);
}

void Exchange::beginSend(Wire &wire, Message &message) {
  header.bytes = countBytes(message);
  char *begin = message.memory;
  int64_t packed = sizeof(header) + message.bytes;
  int64_t bytes = std::min(packed, firstBytes);
  bool isDelayed = sendsText && !isShort(message.bytes);
  if (isDelayed) {
    begin += packed;
    bytes = sizeof(header);
  }
  header.textOffset = sendsText ? bytes : 0;
  std::memcpy(begin, &header, sizeof(header));
  if (sendsText) {
    std::memcpy(begin + bytes, text, sizeof(*text));
    bytes += sizeof(*text);
  }
  wire.send(message.process, tag, begin, bytes, message.first);
  if (prepareFurther(wire, message)) {
    Transfer *next = message.further.data();
    forEachFurther(wire, message, [&](char *data, int64_t size) {
      wire.send(message.process, tag, data, size, *next++);
    });
  }
  if (isDelayed)
    wire.send(message.process, tag, message.payload, countDelayed(message),
              message.delayed);
}

Exchange::Message &Exchange::beginNext(Wire &wire, Direction &direction,
                                       char *slot) {
  Message &message = direction.next();
  if (&direction == &sends)
    beginSend(wire, message);
  else
    beginReceive(wire, message, slot);
  return message;
}

void Exchange::begin(Wire &wire, Direction &direction) {
  direction.numBegun = 0;
  direction.underWay.clear();
  direction.ascends = &direction == &sends;
  direction.nearest = 0;
  if (direction.isWindowed()) {
    auto first = direction.messages.begin();
    // The first one of a process behind this one, or the last one before it.
    size_t behind =
        std::partition_point(first, first + direction.count,
                             [&](const Message &message) {
                               return message.process < wire.getOwn();
                             }) -
        first;
    direction.nearest = direction.ascends
                            ? behind % direction.count
                            : (behind + direction.count - 1) % direction.count;
  }
  // Only what a window receives has buffers.
  bool hasSlots = &direction == &receives && direction.isWindowed();
  for (size_t i = 0; i < std::min(direction.count, kWindow); ++i)
    direction.underWay.push_back(&beginNext(
        wire, direction, hasSlots ? slots.data() + i * firstBytes : nullptr));
}

void Exchange::post(Wire &wire, int64_t newTag) {
  tag = newTag;
  // The others wait for what is sent. What they send is not looked for before
  // the receives have begun.
  begin(wire, sends);
  begin(wire, receives);
}

bool Exchange::testFurther(Wire &wire, Message &message) {
  size_t count = message.further.size();
  while (message.numDone < count && wire.test(message.further[message.numDone]))
    ++message.numDone;
  return message.numDone == count && wire.test(message.delayed);
}

std::string Exchange::findDifference(const char *message, int64_t bytes,
                                     int64_t process,
                                     const ScheduleTable &others) const {
  MessageHeader found;
  if (bytes < int64_t(sizeof(found)))
    return "process " + std::to_string(process) +
           " has sent a message without a header";
  std::memcpy(&found, message, sizeof(found));
  if (header.isSame(found))
    return "";
  bool hasText = found.textOffset > 0 &&
                 found.textOffset + int64_t(sizeof(*text)) <= bytes;
  return header.describeDifference(
      MessageText::read(text->text), found,
      hasText ? MessageText::read(message + found.textOffset)
              : others.findText(found.text),
      process);
}

bool Exchange::checkHeader(Wire &wire, Message &message) {
  message.isChecked = true;
  problem = findDifference(message.memory, message.first.bytes, message.process,
                           schedules);
  MessageHeader found;
  std::memcpy(&found, message.memory, sizeof(found));
  if (problem.empty() && message.bytes >= 0 &&
      found.bytes != countBytes(message))
    problem = "process " + std::to_string(message.process) +
              " has sent a message of " + std::to_string(found.bytes) +
              " bytes, required " + std::to_string(countBytes(message));
  if (!problem.empty())
    return false;
  if (message.bytes < 0) {
    message.bytes = found.bytes;
    int64_t packed = message.bytes + sizeof(header);
    auto *memory = static_cast<char *>(
        receives.memory.allocate(std::max(packed, message.first.bytes)));
    if (!memory) {
      problem = "out of memory";
      return false;
    }
    std::memcpy(memory, message.memory, message.first.bytes);
    message.memory = memory;
    message.payload = memory + sizeof(header);
    receiveFurther(wire, message);
  }
  if (found.textOffset > 0 && !isShort(message.bytes))
    wire.receive(message.process, tag, message.payload, countDelayed(message),
                 message.delayed);
  return true;
}

bool Exchange::pollReceive(Wire &wire, Message &message) {
  if (!message.isChecked &&
      (!wire.test(message.first) || !checkHeader(wire, message)))
    return false;
  if (!testFurther(wire, message))
    return false;
  if (message.memory == message.slot)
    std::memcpy(message.payload, message.slot + sizeof(header), message.bytes);
  return true;
}

bool Exchange::pollSend(Wire &wire, Message &message) {
  return wire.test(message.first) && testFurther(wire, message);
}

bool Exchange::advance(Wire &wire, Direction &direction) {
  std::vector<Message *> &underWay = direction.underWay;
  for (size_t i = 0; i < underWay.size() && problem.empty();) {
    Message &message = *underWay[i];
    if (&direction == &sends ? !pollSend(wire, message)
                             : !pollReceive(wire, message)) {
      ++i;
    } else if (direction.numBegun < direction.count) {
      underWay[i++] = &beginNext(wire, direction, message.slot);
    } else {
      underWay[i] = underWay.back();
      underWay.pop_back();
    }
  }
  return underWay.empty();
}

bool Exchange::poll(Wire &wire) {
  bool haveCome = advance(wire, receives);
  // Each look makes progress with all, so sends that need no others to make way
  // for them are asked for last.
  bool isDone =
      (haveCome || sends.isWindowed()) && advance(wire, sends) && haveCome;
  if (problem.empty() && !wire.getError().empty())
    problem = wire.getError();
  return isDone && problem.empty();
}

const Exchange::Message *Exchange::findSend(int64_t process) const {
  for (size_t i = 0; i < sends.count; ++i)
    if (sends.messages[i].process == process)
      return &sends.messages[i];
  return nullptr;
}

bool Exchange::hasBegunSendTo(int64_t process) const {
  const Message *message = findSend(process);
  return message && sends.hasBegun(*message);
}

std::vector<int64_t> Exchange::getAwaited() const {
  std::vector<int64_t> processes;
  // Others of a window are not awaited before these have come.
  for (const Message *message : receives.underWay)
    if (!message->isChecked)
      processes.push_back(message->process);
  return processes;
}

void Exchange::cancelReceives(Wire &wire) {
  for (Message *message : receives.underWay) {
    wire.cancel(message->first);
    for (Transfer &transfer : message->further)
      wire.cancel(transfer);
    wire.cancel(message->delayed);
  }
}
