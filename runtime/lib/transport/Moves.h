//===- Moves.h - The copies of an exchange, kept ----------------*- C++ -*-===//
//
// Part of the DTensor project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DTENSOR_RUNTIME_TRANSPORT_MOVES_H
#define DTENSOR_RUNTIME_TRANSPORT_MOVES_H

#include "PartTable.h"
#include "PlanCall.h"
#include "Posting.h"

#include <unordered_map>

namespace dtensor::runtime {

/// The copies that one device makes in an exchange, if the bytes of each lie
/// together: small exchanges notice the walk over a plan. The moves are found
/// in a call, and made again in the next calls of the same plan, as long as no
/// member in this process has other strides than then.
class Moves {
public:
  /// Long lists save little beside the messages that they are for.
  static constexpr size_t kMost = 64;

  /// Bytes of a device of this process, behind the first element of its source
  /// or destination.
  struct Memory {
    int64_t local;
    int64_t offset;
  };
  /// From a source into a message.
  struct Send {
    Memory from;
    int64_t bytes;
    PartTable::Place place;
  };
  /// A large part that comes in a destination.
  struct Landing {
    PartTable::Place place;
    Memory to;
  };
  /// From a source in this process to the device's destination.
  struct Copy {
    Memory from;
    int64_t to;
    int64_t bytes;
  };
  /// From a message to the device's destination.
  struct Arrival {
    PartTable::Place place;
    int64_t to;
    int64_t bytes;
  };

  /// Whether they were found in a call of this plan, with the same strides of
  /// this device's memory.
  bool areOf(const PlanCall &call, const Posting &posting, int64_t rank) const;
  /// Forgets all, to begin with a call. Throws std::bad_alloc.
  void start(const PlanCall &call, const Posting &posting, int64_t rank);

  /// Throw std::bad_alloc.
  void add(const Send &send) { add(sends, send); }
  void add(const Landing &landing) { add(landings, landing); }
  void add(const Copy &copy) { add(copies, copy); }
  void add(const Arrival &arrival) { add(arrivals, arrival); }
  /// Called if something is no single copy.
  void giveUp() { areAll = false; }
  /// Whether everything that the device copies is in the lists.
  bool haveAll() const { return areAll; }

  const std::vector<Send> &getSends() const { return sends; }
  const std::vector<Landing> &getLandings() const { return landings; }
  const std::vector<Copy> &getCopies() const { return copies; }
  const std::vector<Arrival> &getArrivals() const { return arrivals; }

private:
  template <typename Move>
  void add(std::vector<Move> &moves, const Move &move) {
    if (moves.size() == kMost)
      areAll = false;
    if (areAll)
      moves.push_back(move);
  }

  CallIdentity identity;
  /// Of the source and of the destination.
  std::vector<int64_t> strides;
  bool areAll = false;
  std::vector<Send> sends;
  std::vector<Landing> landings;
  std::vector<Copy> copies;
  std::vector<Arrival> arrivals;
};

/// The moves of one device.
class MoveTable {
public:
  /// Those of a call, or of another one in its place. Throws std::bad_alloc.
  Moves &get(const PlanCall &call);

private:
  /// By the address of the site, and the step.
  std::unordered_map<uintptr_t, Moves> table;
};

} // namespace dtensor::runtime

#endif // DTENSOR_RUNTIME_TRANSPORT_MOVES_H
