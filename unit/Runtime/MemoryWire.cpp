//===- MemoryWire.cpp - A wire between contexts of a process --------------===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryWire.h"

#include <algorithm>
#include <cstring>

using namespace dtensor::runtime;
using namespace dtensor::runtime::test;

void MemoryWire::send(int64_t process, int64_t tag, const void *data,
                      int64_t bytes, Transfer &transfer) {
  std::lock_guard<std::mutex> lock(hub->mutex);
  ++hub->numSent[own];
  const char *begin = static_cast<const char *>(data);
  MemoryHub::Sent message{begin, bytes, {}, &transfer};
  transfer.isDone = hub->random() % 2;
  if (transfer.isDone) {
    message.copy.assign(begin, begin + bytes);
    message.sender = nullptr;
  }
  if (bytes > hub->maxBytes && bytes > (8 << 10))
    error = "a transfer is too long";
  hub->sent[{own, process, tag}].push_back(std::move(message));
}

void MemoryWire::receive(int64_t process, int64_t tag, void *data,
                         int64_t capacity, Transfer &transfer) {
  transfer.isDone = false;
  awaited[&transfer] = {
      {process, own, tag}, static_cast<char *>(data), capacity};
}

bool MemoryWire::test(Transfer &transfer) {
  std::lock_guard<std::mutex> lock(hub->mutex);
  auto found = awaited.find(&transfer);
  if (transfer.isDone || found == awaited.end())
    return transfer.isDone;
  auto [channel, data, capacity] = found->second;
  for (int64_t from = 0; std::get<0>(found->second.channel) == kAnyProcess &&
                         from < hub->numProcesses && hub->sent[channel].empty();
       ++from)
    std::get<0>(channel) = from;
  std::deque<MemoryHub::Sent> &queue = hub->sent[channel];
  if (queue.empty() || hub->random() % 4 == 0)
    return false;
  MemoryHub::Sent &message = queue.front();
  if (message.bytes > capacity) {
    error = "a message is longer than its receiver expects";
    return false;
  }
  std::memcpy(data, message.sender ? message.data : message.copy.data(),
              message.bytes);
  transfer.bytes = message.bytes;
  transfer.isDone = true;
  if (message.sender)
    message.sender->isDone = true;
  queue.pop_front();
  awaited.erase(found);
  return true;
}

void MemoryWire::cancel(Transfer &transfer) {
  std::lock_guard<std::mutex> lock(hub->mutex);
  awaited.erase(&transfer);
  // A message that was sent still comes.
  for (auto &[channel, queue] : hub->sent)
    for (MemoryHub::Sent &message : queue)
      if (message.sender == &transfer) {
        message.copy.assign(message.data, message.data + message.bytes);
        message.sender = nullptr;
      }
  transfer.isDone = true;
}
