//===- Schedule.h - The calls that messages are for -------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_SCHEDULE_H
#define DTENSOR_RUNTIME_TRANSPORT_SCHEDULE_H

#include "MessageHeader.h"
#include "PartTable.h"
#include "PlanCall.h"

#include <array>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace dtensor::runtime {

/// The facts of one call, which are kept for the next one.
struct Schedule {
  explicit Schedule(int64_t keySize) : sends(keySize), receives(keySize) {}

  void identify(const PlanCall &call);
  bool isOf(const PlanCall &call) const;

  /// The beginning of its messages, and what they are for. The others know the
  /// text after the first exchange.
  MessageHeader header;
  const MessageText *text = nullptr;
  bool isTextKnown = false;
  /// The call, and its place in the source.
  CallIdentity identity;
  std::string where;
  /// The parts, if it has tables and these have been made.
  PartTable sends;
  PartTable receives;
  bool isListed = false;
};

/// The schedules of a group.
class ScheduleTable {
public:
  /// The schedule of a call. It is empty if it has not been kept. `device` is
  /// one that takes part in it.
  Schedule &get(const PlanCall &call, const DtDevice &device, int64_t keySize);

  /// The text with a hash. One that was not kept is described as such.
  std::string findText(uint64_t hash) const;

private:
  struct Key {
    uint64_t site, numbers;
    bool operator==(const Key &other) const {
      return site == other.site && numbers == other.numbers;
    }
  };
  struct HashKey {
    size_t operator()(const Key &key) const { return key.site ^ key.numbers; }
  };
  /// The text of a call, and its hash.
  struct Text {
    MessageText text;
    uint64_t hash;
  };

  void describe(Schedule &schedule, const PlanCall &call, Key key);

  std::unordered_map<Key, std::unique_ptr<Schedule>, HashKey> schedules;
  /// By the hashes of the call, with the place in the source. Ops at several
  /// places share a schedule, and each has its text.
  std::unordered_map<Key, Text, HashKey> texts;
  /// Those of the last calls, by the addresses of their sites: most programs
  /// repeat few calls, and small exchanges notice it if these are hashed.
  std::array<Schedule *, 64> recent = {};
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_SCHEDULE_H
