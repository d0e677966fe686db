//===- MemoryWire.h - A wire between contexts of a process ------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_UNIT_RUNTIME_MEMORYWIRE_H
#define DTENSOR_UNIT_RUNTIME_MEMORYWIRE_H

#include "transport/Wire.h"

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <tuple>
#include <vector>

namespace dtensor::runtime::test {

/// The messages between the contexts of one process, which take the place of
/// processes in tests.
class MemoryHub {
public:
  MemoryHub(int64_t numProcesses, int64_t maxBytes, uint32_t seed)
      : numProcesses(numProcesses), maxBytes(maxBytes), random(seed),
        numSent(numProcesses) {}

  struct Sent {
    const char *data;
    int64_t bytes;
    std::vector<char> copy;
    /// Null if the sender need not wait.
    Transfer *sender;
  };
  /// From, to and tag.
  using Channel = std::tuple<int64_t, int64_t, int64_t>;

  int64_t numProcesses;
  int64_t maxBytes;
  std::mutex mutex;
  std::mt19937 random;
  /// By process.
  std::vector<int64_t> numSent;
  std::map<Channel, std::deque<Sent>> sent;
};

/// A wire that is as unreliable in time as a network: messages come late, and
/// every second one is not copied before the receiver wants it.
class MemoryWire : public Wire {
public:
  MemoryWire(std::shared_ptr<MemoryHub> hub, int64_t own)
      : hub(std::move(hub)), own(own) {}

  int64_t getNumProcesses() const override { return hub->numProcesses; }
  int64_t getOwn() const override { return own; }
  int64_t getMaxTag() const override { return INT64_MAX; }
  int64_t getMaxBytes() const override { return hub->maxBytes; }

  void send(int64_t process, int64_t tag, const void *data, int64_t bytes,
            Transfer &transfer) override;
  void receive(int64_t process, int64_t tag, void *data, int64_t capacity,
               Transfer &transfer) override;
  bool test(Transfer &transfer) override;
  void cancel(Transfer &transfer) override;

private:
  struct Awaited {
    MemoryHub::Channel channel;
    char *data;
    int64_t capacity;
  };

  std::shared_ptr<MemoryHub> hub;
  int64_t own;
  std::map<Transfer *, Awaited> awaited;
};

} // namespace dtensor::runtime::test

#endif // DTENSOR_UNIT_RUNTIME_MEMORYWIRE_H
